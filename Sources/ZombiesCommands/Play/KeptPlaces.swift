import ZombiesPlatform

/// Where things are kept between games: progress in a file, and everything else in files beside it that
/// have its name and one word more.
enum KeptPlaces {
  /// `zombies/progress` in the folder where a user's data is kept, which is made if it is missing.
  static var progress: FilePath? {
    let folder: String
    if let data = Terminal.environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      folder = data
    } else if let home = Terminal.environment("HOME"), home.hasPrefix("/") {
      folder = home + "/.local/share"
    } else {
      return nil
    }
    let path = folder + "/zombies/progress"
    makeFolders(of: path)
    return FilePath(path)
  }

  /// The file of the levels that are kept in the workshop.
  static func levels(beside progress: FilePath) -> FilePath { progress.appending(".workshop") }

  /// Makes the folders of a file where they are missing; if that fails, opening the file tells.
  private static func makeFolders(of path: String) {
    var place = path.startIndex
    while let slash = path[place...].firstIndex(of: "/") {
      if slash != path.startIndex { mkdir(String(path[..<slash]), 0o700) }
      place = path.index(after: slash)
    }
  }
}
