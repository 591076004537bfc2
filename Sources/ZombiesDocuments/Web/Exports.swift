import ZombiesPage

/// The game of the page. The host sends it one event after another (Tests/Outside/wasm/Exports/Host.swift).
nonisolated(unsafe) private var game = PageSession()

/// Handles an event and returns the screen.
func answered(_ event: String) -> String { game.handle(event) }
