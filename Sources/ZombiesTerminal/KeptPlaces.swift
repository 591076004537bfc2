import ZombiesPlatform
import ZombiesSystem

/// The default paths of data that is kept between games: a file for progress, and files next to it with the
/// same name and a suffix.
package enum KeptPlaces {
  /// The path `zombies/progress` in the user's data folder; nil if neither `XDG_DATA_HOME` nor `HOME` is
  /// an absolute path. Missing folders are created.
  package static var progress: FilePath? {
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

  /// The path of the file with the saved levels of the workshop.
  package static func levels(beside progress: FilePath) -> FilePath {
    progress.appending(".workshop")
  }

  /// The path of the file with the settings.
  package static func settings(beside progress: FilePath) -> FilePath {
    progress.appending(".settings")
  }

  /// The path of the file with the results of the daily levels.
  package static func days(beside progress: FilePath) -> FilePath { progress.appending(".days") }

  /// The path of the file with what is in progress.
  package static func session(beside progress: FilePath) -> FilePath {
    progress.appending(".session")
  }

  /// Creates the missing folders of a file. If that fails, opening the file reports the error.
  private static func makeFolders(of path: String) {
    var place = path.startIndex
    while let slash = path[place...].firstIndex(of: "/") {
      if slash != path.startIndex { mkdir(String(path[..<slash]), 0o700) }
      place = path.index(after: slash)
    }
  }
}
