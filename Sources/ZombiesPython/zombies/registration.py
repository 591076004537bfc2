"""Registers the environments with Gymnasium, which calls this when it is imported (an entry point of the package)."""

from __future__ import annotations


def register() -> None:
    """Registers Zombies-v0, unless that has been done."""
    from gymnasium.envs import registration

    if "Zombies-v0" in registration.registry:
        return
    registration.register(
        id="Zombies-v0",
        entry_point="zombies.env:ZombiesEnv",
        vector_entry_point="zombies.vector:ZombiesVectorEnv",
    )
