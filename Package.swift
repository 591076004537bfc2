// swift-tools-version: 6.0
import PackageDescription

// One target per stage. A stage imports only earlier stages:
//
//   Text ← Core ← Solver ← Generator ← Policies
//   Policies ← Grading ← Game ← Page
//   Policies ← Simulator ← System
//   Grading, Simulator ← Analysis ← Files
//   Analysis, Documents ← Reports
//   Game, System ← Terminal
//   Files, Reports, System ← Commands
//   Commands, Terminal ← Tool ← Program
//
// The stages up to Grading, Game and Page use neither threads nor files, so they also compile for WebAssembly. The
// others use the system's C library through ZombiesPlatform. ZombiesC, a library for programs in C, builds on Analysis.

let core: [Target.Dependency] = ["ZombiesText", "ZombiesCore"]
let solver = core + ["ZombiesSolver"]
let generator = solver + ["ZombiesGenerator"]
let policies = generator + ["ZombiesPolicies"]
let game = policies + ["ZombiesGrading"]
let analysis = policies + ["ZombiesGrading", "ZombiesSimulator", "ZombiesAnalysis"]
let files = analysis + ["ZombiesDocuments", "ZombiesReports", "ZombiesFiles"]
let platform: [Target.Dependency] = ["ZombiesPlatform"]
let commands = files + platform + ["ZombiesSystem"]
let tool = commands + ["ZombiesGame", "ZombiesTerminal", "ZombiesCommands"]
let support: [Target.Dependency] = ["ZombiesTestSupport"]
let bridge = support + ["ZombiesTestBridge"]

let package = Package(
  name: "zombies",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "zombies", targets: ["ZombiesProgram"]),
    .library(name: "ZombiesKit", targets: ["ZombiesKit"]),
    .library(name: "ZombiesCore", targets: ["ZombiesCore"]),
    .library(name: "ZombiesSolver", targets: ["ZombiesSolver"]),
    .library(name: "ZombiesGenerator", targets: ["ZombiesGenerator"]),
    .library(name: "ZombiesPolicies", targets: ["ZombiesPolicies"]),
    .library(name: "ZombiesGrading", targets: ["ZombiesGrading"]),
    .library(name: "ZombiesGame", targets: ["ZombiesGame"]),
    .library(name: "ZombiesPage", targets: ["ZombiesPage"]),
    .library(name: "ZombiesSimulator", targets: ["ZombiesSimulator"]),
    .library(name: "ZombiesAnalysis", targets: ["ZombiesAnalysis"]),
    .library(name: "ZombiesDocuments", targets: ["ZombiesDocuments"]),
    .library(name: "ZombiesReports", targets: ["ZombiesReports"]),
    .library(name: "ZombiesFiles", targets: ["ZombiesFiles"]),
    .library(name: "ZombiesC", type: .dynamic, targets: ["ZombiesC"]),
  ],
  targets: [
    // Hashes and distances of texts, which know no level.
    .target(name: "ZombiesText"),
    .target(name: "ZombiesCore", dependencies: ["ZombiesText"]),
    .target(name: "ZombiesSolver", dependencies: core),
    .target(name: "ZombiesGenerator", dependencies: solver),
    .target(name: "ZombiesPolicies", dependencies: generator),
    .target(name: "ZombiesGrading", dependencies: policies),
    .target(name: "ZombiesGame", dependencies: game),
    .target(name: "ZombiesPage", dependencies: game + ["ZombiesGame"]),
    .target(name: "ZombiesPlatform"),
    .target(name: "ZombiesSimulator", dependencies: policies + platform),
    .target(
      name: "ZombiesAnalysis", dependencies: policies + ["ZombiesGrading", "ZombiesSimulator"]),
    // Tests/Outside/page/make writes what is in the folder Web as texts in PageParts.swift.
    .target(name: "ZombiesDocuments", dependencies: core, exclude: ["Web"]),
    .target(name: "ZombiesReports", dependencies: analysis + ["ZombiesDocuments"]),
    .target(name: "ZombiesFiles", dependencies: analysis),
    .target(name: "ZombiesKit", dependencies: files + ["ZombiesGame", "ZombiesPage"]),
    .target(name: "ZombiesC", dependencies: analysis + platform, exclude: ["zombies.h"]),
    // Files, signals, and players that are other programs.
    .target(name: "ZombiesSystem", dependencies: policies + platform + ["ZombiesSimulator"]),
    // The game in a terminal. It needs no report, so it builds beside them.
    .target(
      name: "ZombiesTerminal",
      dependencies: game + platform + ["ZombiesGame", "ZombiesSimulator", "ZombiesSystem"]),
    .target(name: "ZombiesCommands", dependencies: commands),
    // The program: its commands that need the game, and its help.
    .target(name: "ZombiesTool", dependencies: tool),
    // Not "zombies" like the product, because the names of targets are unique among all packages of a build.
    .executableTarget(name: "ZombiesProgram", dependencies: ["ZombiesTool"]),

    // The naive reference, which imports nothing, and the bridge from it to the library's types.
    .target(name: "ZombiesTestSupport", path: "Tests/ZombiesTestSupport"),
    .target(
      name: "ZombiesTestBridge",
      dependencies: analysis + ["ZombiesDocuments", "ZombiesReports"] + support,
      path: "Tests/ZombiesTestBridge"),
    .testTarget(name: "ZombiesCoreTests", dependencies: core + support),
    .testTarget(name: "ZombiesSolverTests", dependencies: solver + support),
    .testTarget(name: "ZombiesGeneratorTests", dependencies: generator + bridge),
    .testTarget(name: "ZombiesPoliciesTests", dependencies: policies + bridge),
    .testTarget(name: "ZombiesGradingTests", dependencies: policies + ["ZombiesGrading"] + bridge),
    .testTarget(
      name: "ZombiesGameTests", dependencies: game + ["ZombiesGame"] + bridge,
      exclude: ["Examples"]),
    .testTarget(
      name: "ZombiesPageTests",
      dependencies: game + ["ZombiesGame", "ZombiesPage", "ZombiesSimulator"] + support,
      exclude: ["Examples"]),
    .testTarget(
      name: "ZombiesSimulatorTests", dependencies: policies + ["ZombiesSimulator"] + bridge),
    .testTarget(name: "ZombiesAnalysisTests", dependencies: analysis + bridge),
    .testTarget(
      name: "ZombiesReportsTests",
      dependencies: analysis + ["ZombiesDocuments", "ZombiesReports"] + bridge, exclude: ["Cases"]),
    .testTarget(
      name: "ZombiesFilesTests", dependencies: files + bridge, exclude: ["Cases"]),
    .testTarget(
      name: "ZombiesCommandsTests",
      dependencies: tool + ["ZombiesTool", "ZombiesProgram", "ZombiesPage"] + bridge,
      exclude: ["Golden"]),
  ],
  swiftLanguageModes: [.v6]
)

// Each file must import every module whose members it uses, so its imports show what it depends on.
for target in package.targets where target.type != .test {
  target.swiftSettings = [.enableUpcomingFeature("MemberImportVisibility")]
}
