"""Build backend: setuptools, plus the web page and a C compiler where the machine has none."""

from typing import Any

from setuptools import build_meta

from devtools import compiler, web

get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable
build_sdist = build_meta.build_sdist

Settings = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what this machine still needs: a compiler if it has none, Node.js if the page is not built."""
    needed = list(build_meta.get_requires_for_build_wheel(config_settings))
    if compiler.own_compiler() is None:
        needed.append(compiler.ZIG)
    if web.is_stale():
        needed.append(web.NODE)
    return needed


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return the same as for a wheel."""
    return get_requires_for_build_wheel(config_settings)


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build the page and the kernels, then the wheel that carries both; return its file name."""
    web.build()
    compiler.use()
    return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build the page and the kernels in place, then the editable wheel; return its file name."""
    web.build()
    compiler.use()
    return str(build_meta.build_editable(wheel_directory, config_settings, metadata_directory))
