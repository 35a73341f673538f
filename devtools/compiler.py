"""Which C compiler builds the kernels: the machine's own, or the one that comes as the package `ziglang`."""

import importlib.util
import os
import shutil
import sys
import sysconfig
from pathlib import Path

ZIG = "ziglang>=0.17,<0.18"
# Without it the compiler tunes for the CPU it runs on, and results would differ between machines.
ZIG_FLAGS = "-mcpu=baseline"


def own_compiler() -> str | None:
    """Return the command of a C compiler that this machine has, or None."""
    if os.name == "nt":
        return "msvc"  # setuptools finds and judges it by itself
    wanted = [os.environ.get("CC", ""), sysconfig.get_config_var("CC") or "", "cc", "gcc", "clang"]
    return next((command for command in wanted if command.strip() and shutil.which(command.split()[0])), None)


def use() -> str:
    """Point setuptools at a compiler through the environment and return its command.

    Raises SystemExit with a sentence that says what is missing.
    """
    check_headers()
    command = own_compiler()
    if command is None:
        zig = zig_binary()
        command = f"{zig} cc {ZIG_FLAGS}"
        os.environ["AR"] = f"{zig} ar"
    if os.name != "nt":
        os.environ["CC"] = command
        os.environ["LDSHARED"] = f"{command} -shared" if sys.platform != "darwin" else darwin_link(command)
    return command


def darwin_link(command: str) -> str:
    """Return the link command for macOS, where symbols of Python are found at load time."""
    return f"{command} -bundle -undefined dynamic_lookup"


def zig_binary() -> Path:
    """Return the path of the zig program. Raises SystemExit where the package is not installed."""
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        raise SystemExit(f"cuehall: no C compiler found (cc, gcc, clang). Install one, or run: pip install '{ZIG}'")
    return Path(found.origin).parent / "zig"


def headers_package() -> str | None:
    """Return the Debian package with the headers of this Python where they are missing: no compiler helps then."""
    if (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return None
    return f"python{sys.version_info.major}.{sys.version_info.minor}-dev"


def check_headers() -> None:
    """Raise SystemExit, saying what to install, where the headers of Python are missing."""
    package = headers_package()
    if package is not None:
        raise SystemExit(
            f"cuehall: Python.h of {sys.executable} is missing, and compiling needs it. On Debian and Ubuntu: "
            f"sudo apt-get install {package}; on Fedora: sudo dnf install python3-devel"
        )


def missing() -> list[str]:
    """Return what compiling still needs: the Debian package of the headers, and `ziglang` where no compiler is."""
    package = headers_package()
    return [*([] if package is None else [package]), *([] if own_compiler() else ["ziglang"])]


if __name__ == "__main__":
    print(*missing())
