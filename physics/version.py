"""The version of the physics. It changes with every change of results; records carry it."""

ENGINE_VERSION = "4"
