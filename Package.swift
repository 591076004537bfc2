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
    .target(name: "ZombiesGenerator", dependencies: ["ZombiesCore", "ZombiesSolver"]),
    .target(
      name: "ZombiesPolicies", dependencies: ["ZombiesCore", "ZombiesSolver", "ZombiesGenerator"]),
    .target(
      name: "ZombiesSimulator",
      dependencies: ["ZombiesCore", "ZombiesSolver", "ZombiesGenerator", "ZombiesPolicies"]),
    .target(
      name: "ZombiesAnalysis",
      dependencies: [
        "ZombiesCore", "ZombiesSolver", "ZombiesGenerator", "ZombiesPolicies", "ZombiesSimulator",
      ]),
    .target(
      name: "ZombiesReports",
      dependencies: [
        "ZombiesCore", "ZombiesSolver", "ZombiesGenerator", "ZombiesPolicies", "ZombiesSimulator",
        "ZombiesAnalysis",
      ]),
    .target(
      name: "ZombiesKit",
      dependencies: [
        "ZombiesCore", "ZombiesSolver", "ZombiesGenerator", "ZombiesPolicies", "ZombiesSimulator",
        "ZombiesAnalysis", "ZombiesReports",
      ]),
    .target(
      name: "ZombiesCommands",
      dependencies: [
        "ZombiesCore", "ZombiesSolver", "ZombiesGenerator", "ZombiesPolicies", "ZombiesSimulator",
        "ZombiesAnalysis", "ZombiesReports",
      ]),
    .executableTarget(name: "zombies", dependencies: ["ZombiesCommands"]),

    .target(name: "ZombiesTestSupport", path: "Tests/ZombiesTestSupport"),
    .testTarget(name: "ZombiesCoreTests", dependencies: ["ZombiesCore", "ZombiesTestSupport"]),
    .testTarget(
      name: "ZombiesSolverTests",
      dependencies: ["ZombiesCore", "ZombiesSolver", "ZombiesTestSupport"]),
    .testTarget(
      name: "ZombiesGeneratorTests",
      dependencies: ["ZombiesCore", "ZombiesSolver", "ZombiesGenerator", "ZombiesTestSupport"]),
    .testTarget(
      name: "ZombiesPoliciesTests",
      dependencies: [
        "ZombiesCore", "ZombiesSolver", "ZombiesGenerator", "ZombiesPolicies", "ZombiesTestSupport",
      ]),
    .testTarget(
      name: "ZombiesSimulatorTests",
      dependencies: [
        "ZombiesCore", "ZombiesSolver", "ZombiesGenerator", "ZombiesPolicies", "ZombiesSimulator",
        "ZombiesTestSupport",
      ]),
    .testTarget(
      name: "ZombiesAnalysisTests",
      dependencies: [
        "ZombiesCore", "ZombiesSolver", "ZombiesGenerator", "ZombiesPolicies", "ZombiesSimulator",
        "ZombiesAnalysis", "ZombiesTestSupport",
      ]),
    .testTarget(
      name: "ZombiesReportsTests",
      dependencies: [
        "ZombiesCore", "ZombiesSolver", "ZombiesGenerator", "ZombiesPolicies", "ZombiesSimulator",
        "ZombiesAnalysis", "ZombiesReports", "ZombiesTestSupport",
      ]),
    .testTarget(
      name: "ZombiesCommandsTests",
      dependencies: ["ZombiesCommands", "ZombiesTestSupport", "zombies"], exclude: ["Golden"]),
  ],
  swiftLanguageModes: [.v6]
)

// A file imports what it uses, members included: so it shows what it may touch.
for target in package.targets where target.type != .test {
  target.swiftSettings = [.enableUpcomingFeature("MemberImportVisibility")]
}
