import Testing
import ZombiesGame
