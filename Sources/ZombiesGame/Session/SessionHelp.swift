import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// Hints, solutions and settings.

extension Session {
  mutating func hint() {
    if let topic = adviser.topic(of: attempt), !adviser.covers(topic, after: planned) {
      think(.hint, "Computing the best play for \(topic.family).")
    } else if attempt.isSearchedSlowly {
      think(.hint, "Looking for a shortest path.")
    } else {
      answer()
    }
  }

  /// Gives a hint after its plan was made.
  mutating func takeHint() {
    if let topic = adviser.topic(of: attempt) {
      adviser.announced = topic
      planned = topic
    }
    answer()
  }

  private mutating func answer() {
    attempt.take(.hint)
    let hint = adviser.hint(for: attempt)
    lastHint = hint
    tell(Teller(self).hint(hint))
  }

  mutating func showMe() {
    if attempt.isSearchedSlowly {
      think(.solution, "Looking for a shortest path.")
    } else {
      show(solution(of: attempt))
    }
  }

  /// The result of a search for the solution.
  struct FoundSolution {
    /// The solver's result; nil if the round is over.
    var solved: SolverResult?
    /// Whether the result is for the start of the level, because the current position is lost.
    var isFromStart = false
  }

  /// Looks for the solution from the current position; if that is lost, from the start.
  func solution(of attempt: Attempt) -> FoundSolution {
    let solver = Solver(rules: attempt.rules, stateLimit: Adviser.states(in: attempt.level))
    let solved = attempt.position.map { solver.solve($0) }
    if solved?.verdict == .unsolvable, !attempt.path.isEmpty {
      let start = solver.solve(attempt.level)
      if start.verdict == .solvable { return FoundSolution(solved: start, isFromStart: true) }
    }
    return FoundSolution(solved: solved)
  }

  /// Starts showing the solution that was found.
  mutating func show(_ found: FoundSolution) {
    let solved = found.solved
    if found.isFromStart { attempt.take(.restart) }
    guard let solved, let solution = solved.solution else {
      tell([
        solved?.verdict == .gaveUp
          ? "The solution is unknown: the search gave up after \(solved?.states ?? 0) states."
          : "There is no solution: this level cannot be won."
      ])
      return
    }
    attempt.take(.show(solution.moves))
    note()
    tell([
      attempt.path.isEmpty
        ? "The solution from the start takes \(counted(solution.par, "move"))."
        : "The solution from here takes \(counted(solution.par, "move"))."
    ])
  }
}

// MARK: Settings

extension Session {
  /// Opens a page that covers the room.
  mutating func open(_ page: Action.Page) {
    self.page = page
    switch page {
    case .text: log.greet(examples)
    case .menu: menuRow = Self.menuRows.firstIndex(of: mode) ?? 0
    case .settings: hasChanged = false
    case .help: break
    }
  }

  mutating func moveSetting(by step: Int) {
    let kinds = settingKinds
    guard let place = kinds.firstIndex(of: settingKind) else { return }
    settingKind = kinds[min(max(place + step, 0), kinds.count - 1)]
  }

  /// Changes a setting, unless no level could be drawn afterwards.
  mutating func change(_ setting: Setting) {
    told = []
    var changed = settings
    changed.set(setting)
    hasChanged = true
    if mode == .original, [.nextRound, .round].contains(setting.kind.scope) {
      tell(["\(setting.kind.name) is unchanged: the original game has fixed settings."])
      return
    }
    if setting == .style(.emoji), !showsEmoji {
      tell(["\(setting.kind.name) is unchanged: this terminal cannot show emoji."])
      return
    }
    let waits = setting.kind.scope == .nextRound
    if waits {
      do throws(GenerationError) {
        // A level that is hard to find is looked for only when it is needed.
        _ = try Self.level(changed, seed: seed, trial: nextTrial, isPatient: false)
      } catch {
        tell(["\(setting.kind.name) is unchanged: \(error)."])
        return
      }
    }
    settings = changed
    changedSettings[setting.kind] = setting
    worlds.rules = settings.rules
    // Start the search again with the new settings.
    if thought == .round, waits { begin(.round) }
    if setting.kind == .tells, isInRoom, !attempt.isOver { note() }
    tell(["\(setting.kind.name): \(setting.value)\(waits ? ", from the next round on" : "")."])
  }
}
