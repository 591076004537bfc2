// swift-tools-version: 6.0
import PackageDescription

// What the module of the page is compared with: the same sources as a native program.
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
