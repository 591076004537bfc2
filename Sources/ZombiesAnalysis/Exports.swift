// Who imports a stage has the stages below it.
@_exported import ZombiesSimulator
