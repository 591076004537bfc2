"""Registers the environments with Gymnasium, when the package is imported."""

from __future__ import annotations

from gymnasium.envs import registration


def register() -> None:
    """Registers Zombies-v0, unless that has been done."""
    if "Zombies-v0" not in registration.registry:
        registration.register(
            id="Zombies-v0",
            entry_point="zombies.env:ZombiesEnv",
            vector_entry_point="zombies.vector:ZombiesVectorEnv",
        )
