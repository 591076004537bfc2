// Who imports a stage has the stages below it, so that `import ZombiesSolver` brings `Level`.
@_exported import ZombiesCore
