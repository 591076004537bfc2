// The whole library in one import, for packages that use more than one or two of its modules:
//
//     import ZombiesKit
//
// No other file re-exports anything.

@_exported import ZombiesAnalysis
@_exported import ZombiesCore
@_exported import ZombiesDocuments
@_exported import ZombiesFiles
@_exported import ZombiesGame
@_exported import ZombiesGenerator
@_exported import ZombiesGrading
@_exported import ZombiesPage
@_exported import ZombiesPolicies
@_exported import ZombiesReports
@_exported import ZombiesSimulator
@_exported import ZombiesSolver
