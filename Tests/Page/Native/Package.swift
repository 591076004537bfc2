// swift-tools-version: 6.0
import PackageDescription

// Compiles the sources of the page's module as a native program, for comparison.
let package = Package(
  name: "native",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "zombies", path: "../../..")],
  targets: [
    .executableTarget(
      name: "native",
      dependencies: [
        .product(name: "ZombiesGenerator", package: "zombies"),
        .product(name: "ZombiesPage", package: "zombies"),
        .product(name: "ZombiesSolver", package: "zombies"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
