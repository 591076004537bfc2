"""Loads the library, and declares its functions as zombies.h does."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Callable, Iterator, Optional

from .errors import ERRORS, LibraryError, ZombiesError

ABI_VERSION = 1
TOO_SMALL = 9
STOPPED = 11


class Output(ctypes.Structure):
    """zombies_output: the addresses of the arrays that a call fills."""

    _fields_ = [
        ("size", c_size_t),
        ("squares", c_void_p),
        ("lit", c_void_p),
        ("heard", c_void_p),
        ("rewards", c_void_p),
        ("terminated", c_void_p),
        ("truncated", c_void_p),
        ("masks", c_void_p),
        ("outcomes", c_void_p),
        ("last_squares", c_void_p),
        ("last_lit", c_void_p),
        ("last_heard", c_void_p),
    ]


_SIZE = POINTER(c_size_t)
_QUESTION = CFUNCTYPE(c_int32)
_OUTPUT = POINTER(Output)
_SLOTS = (c_uint64, c_uint32, c_uint32)
_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "abi_version": (),
    "last_error": (c_char_p, c_size_t, _SIZE),
    "new": (c_char_p, c_size_t, POINTER(c_uint64)),
    "free": (c_uint64,),
    "shape": (c_uint64, *[POINTER(c_uint32)] * 4),
    "reset": (c_uint64, POINTER(c_uint64), _OUTPUT),
    "begin": (*_SLOTS, c_void_p, _OUTPUT),
    "step": (*_SLOTS, c_void_p, _OUTPUT),
    "play": (c_uint64, c_uint32, c_char_p, c_size_t, _OUTPUT),
    "level": (c_uint64, c_uint32, c_char_p, c_size_t, _SIZE),
    "round": (c_uint64, c_uint32, POINTER(c_uint64), POINTER(c_uint32)),
    "state_size": (c_uint64, _SIZE),
    "get_state": (*_SLOTS, c_void_p, c_size_t),
    "set_state": (*_SLOTS, c_void_p, c_size_t, _OUTPUT),
    "stop_if": (_QUESTION,),
    "optimum": (c_uint64, c_char_p, c_size_t, _SIZE),
    "oracle": (c_uint64, c_uint32, c_char_p, c_size_t, _SIZE),
}


def library_path() -> Path:
    """The path of the library: that of the environment variable ZOMBIES_LIBRARY, or the one in this package."""
    given = os.environ.get("ZOMBIES_LIBRARY")
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    return Path(given) if given else Path(__file__).with_name("libZombiesC" + suffix)


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


class Library:
    """The functions of zombies.h without their prefix. Each returns a code."""

    def __init__(self, path: Path) -> None:
        try:
            loaded = ctypes.CDLL(str(path))
            version = loaded.zombies_abi_version
        except (OSError, AttributeError) as error:
            raise LibraryError(f"the library cannot be loaded: {error}") from None
        found = version()
        if found != ABI_VERSION:
            raise LibraryError(f"expected version {ABI_VERSION} of the C interface, found {found}: {path}")
        self.functions: dict[str, Callable[..., int]] = {}
        for name, arguments in _FUNCTIONS.items():
            try:
                function = getattr(loaded, "zombies_" + name)
            except AttributeError:
                raise LibraryError(f"the library has no function zombies_{name}: {path}") from None
            function.argtypes, function.restype = arguments, c_int32
            self.functions[name] = function
        # What the handler of a signal raised, such as KeyboardInterrupt.
        self._raised: Optional[BaseException] = None
        answers = self._answers()
        # From here on, it waits within its `try`.
        next(answers)
        self._stops = _QUESTION(answers.__next__)
        #: Whether the main thread has given its question to the library.
        self.is_watched = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._watch_again)

    def _answers(self) -> Iterator[int]:
        """Whether to stop, again and again. Handlers run before a function's `try`, but within that of a generator."""
        while True:
            try:
                while True:
                    yield 0 if self._raised is None else 1
            except GeneratorExit:
                raise
            except BaseException as error:
                self._raised = error

    def watch(self) -> None:
        """Lets the handlers of signals, which Python runs on its main thread, end the calls of that thread."""
        if not self.is_watched and _is_main_thread():
            self.functions["stop_if"](self._stops)
            self.is_watched = True

    def _watch_again(self) -> None:
        """In a child of fork, another thread may be the main thread."""
        self.is_watched = False

    def error(self, code: int) -> ZombiesError:
        """The exception for a code, with the reason for the last error of this thread."""
        if code == STOPPED and self._raised is not None and _is_main_thread():
            raised, self._raised = self._raised, None
            raise raised
        length = c_size_t()
        self.functions["last_error"](None, 0, length)
        text = ctypes.create_string_buffer(length.value + 1)
        self.functions["last_error"](text, length.value + 1, length)
        reason = text.value.decode("utf-8", "replace")
        return ERRORS.get(code, ZombiesError)(reason)

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function, and raises the exception for its code unless it is 0."""
        code = self.functions[name](*arguments)
        if code:
            raise self.error(code)

    def text(self, name: str, *arguments: Any) -> str:
        """Calls a function that writes a text, with as much memory as it needs."""
        capacity, length = 256, c_size_t()
        while True:
            text = ctypes.create_string_buffer(capacity)
            code = self.functions[name](*arguments, text, capacity, length)
            if code == 0:
                return text.raw[: length.value].decode("utf-8")
            if code != TOO_SMALL or length.value < capacity:
                raise self.error(code)
            capacity = length.value + 1


LIBRARY = Library(library_path())
