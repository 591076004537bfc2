@_exported import ZombiesCore
