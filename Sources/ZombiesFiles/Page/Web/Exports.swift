import ZombiesPage

/// The game of the page: the host asks it one event after another (Tests/WebAssembly/Exports/Host.swift).
nonisolated(unsafe) private var game = PageSession()

/// Lets happen what a line says; the answer is the screen.
func answered(_ event: String) -> String { game.handle(event) }
