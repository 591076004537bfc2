// What people type instead of commands: needless words, punctuation, and whole phrases.

extension TypedCommand {
  /// The words of a line without punctuation at their ends, and without words that change nothing:
  /// "a hint, please!" is "hint".
  static func plain(_ line: String) -> String {
    words(of: line, without: ["please", "a", "an", "the", "now", "thanks", "to"])
  }

  /// The words of a line that carry its meaning: "I want to see the rules" is "see rules". It has no
  /// apostrophes.
  static func bare(_ line: String) -> String {
    let apostrophes: [Unicode.Scalar] = ["'", "\u{2019}"]
    let line = plain(
      String(String.UnicodeScalarView(line.unicodeScalars.filter { !apostrophes.contains($0) })))
    return words(
      of: line, without: ["i", "me", "my", "do", "does", "is", "are", "am", "have", "want", "it"])
  }

  private static func words(of line: String, without needless: [String]) -> String {
    line.split(separator: " ").map { word in
      var bytes = word.utf8
      while let last = bytes.last, ".!?,;:".utf8.contains(last) { bytes.removeLast() }
      return String(Substring(bytes))
    }.filter { !$0.isEmpty && !needless.contains($0.lowercasedASCII) }.joined(separator: " ")
  }

  /// Phrases that mean commands, each command with its phrases in bare words. A phrase with several
  /// commands means the first one that does something.
  static let phrases = """
    hint:what,what should,what next,which move,what best move,stuck,im stuck
    help:what,what can,what commands
    look:what see,what can see,what there,where zombies,where zombie,where blocks,what wrong,whats wrong,what wrong with level,map
    where:where sign,where signpost,wheres sign,wheres signpost,where goal,which way
    rules:what rules,how win,how can win,how play,how work,what goal,whats goal,instructions
    score:lives,how many lives,how many lives left,points,how many points,stars
    legend:symbols,marks,what signs mean,what symbols mean,what marks mean,what letters mean
    show:give up,surrender,solve,show solution
    continue:give up,pass,dont know,no idea,next level,next room,next round,next question,try again,play again,new game,new level,another level
    restart:try again,play again,start over,start again,begin again,reset,redo
    reset:new game
    new:new game,new level,new round,new room,another level
    easier:easier level,make easier,too hard,too difficult,easy,hard,harder level,make harder,too easy
    list:levels
    worlds:levels,list,leave level,exit level
    rounds:leave workshop,exit workshop,leave questions,exit questions,leave quiz,exit quiz,leave board,exit board,leave worlds,exit worlds
    quit:stop playing,exit game,quit game,leave game
    """
}
