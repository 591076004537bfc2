// swift-tools-version: 6.0
import PackageDescription

// One target a stage, each importing only the stages before it:
//
//   Core ← Solver ← Generator ← Policies ← Simulator ← Analysis ← Reports ← Commands ← zombies

let package = Package(
  name: "zombies",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "zombies", targets: ["zombies"]),
    .library(name: "ZombiesKit", targets: ["ZombiesKit"]),
    .library(name: "ZombiesCore", targets: ["ZombiesCore"]),
    .library(name: "ZombiesSolver", targets: ["ZombiesSolver"]),
    .library(name: "ZombiesGenerator", targets: ["ZombiesGenerator"]),
    .library(name: "ZombiesPolicies", targets: ["ZombiesPolicies"]),
    .library(name: "ZombiesSimulator", targets: ["ZombiesSimulator"]),
    .library(name: "ZombiesAnalysis", targets: ["ZombiesAnalysis"]),
    .library(name: "ZombiesReports", targets: ["ZombiesReports"]),
  ],
  targets: [
    .target(name: "ZombiesCore"),
    .target(name: "ZombiesSolver", dependencies: ["ZombiesCore"]),
    .target(name: "ZombiesGenerator", dependencies: ["ZombiesSolver"]),
    .target(name: "ZombiesPolicies", dependencies: ["ZombiesGenerator"]),
    .target(name: "ZombiesSimulator", dependencies: ["ZombiesPolicies"]),
    .target(name: "ZombiesAnalysis", dependencies: ["ZombiesSimulator"]),
    .target(name: "ZombiesReports", dependencies: ["ZombiesAnalysis"]),
    .target(name: "ZombiesKit", dependencies: ["ZombiesReports"]),
    .target(name: "ZombiesCommands", dependencies: ["ZombiesReports"]),
    .executableTarget(name: "zombies", dependencies: ["ZombiesCommands"]),

    .target(name: "ZombiesTestSupport", path: "Tests/ZombiesTestSupport"),
    .testTarget(name: "ZombiesCoreTests", dependencies: ["ZombiesCore", "ZombiesTestSupport"]),
    .testTarget(name: "ZombiesSolverTests", dependencies: ["ZombiesSolver", "ZombiesTestSupport"]),
    .testTarget(
      name: "ZombiesGeneratorTests", dependencies: ["ZombiesGenerator", "ZombiesTestSupport"]),
    .testTarget(
      name: "ZombiesPoliciesTests", dependencies: ["ZombiesPolicies", "ZombiesTestSupport"]),
    .testTarget(
      name: "ZombiesSimulatorTests", dependencies: ["ZombiesSimulator", "ZombiesTestSupport"]),
    .testTarget(
      name: "ZombiesAnalysisTests", dependencies: ["ZombiesAnalysis", "ZombiesTestSupport"]),
    .testTarget(
      name: "ZombiesReportsTests", dependencies: ["ZombiesReports", "ZombiesTestSupport"]),
    .testTarget(
      name: "ZombiesCommandsTests",
      dependencies: ["ZombiesCommands", "ZombiesTestSupport", "zombies"], exclude: ["Golden"]),
  ],
  swiftLanguageModes: [.v6]
)
