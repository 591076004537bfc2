"""Many rounds side by side: the plain layer, which needs nothing but Python."""

from __future__ import annotations

import ctypes
import operator
import os
import threading
import weakref
from ctypes import c_uint32, c_uint64
from types import TracebackType
from typing import Any, Callable, Iterable, Literal, NamedTuple, NoReturn, Optional, TypeVar, Union

from ._library import LIBRARY, Output
from .errors import BadSettingError, BadSlotError, IllegalMoveError, NoPoolError, ZombiesError
from .exact import Optimum, Oracle

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

#: Moves for the slots of a call: bytes, an array of whole numbers, or any iterable of them.
Moves = Union[bytes, bytearray, memoryview, Iterable[int], Any]


Result = TypeVar("Result")

#: The pools of this process.
_pools: weakref.WeakSet[Pool] = weakref.WeakSet()


def _unlock() -> None:
    """Gives all pools new locks in a child of `fork`: the threads that held the old ones do not exist there."""
    for pool in list(_pools):
        pool._lock, pool._is_used = threading.RLock(), False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


class RoundNumber(NamedTuple):
    """Which round a slot plays."""

    #: The number of the round: the index of its level in the family, unless the level was given.
    number: int
    #: The number of moves made in it.
    moves: int


def refuse_copy(self: object) -> NoReturn:
    """Refuses `copy.copy`, which would share the rounds."""
    raise TypeError("a shallow copy would share the rounds: use copy.deepcopy")


class Pool:
    """Many rounds side by side. Slot *i* of *N* plays the rounds *i*, *i* + *N*, *i* + 2*N* and so on.

    The results of each call are in these arrays of the pool, which the next call overwrites. They are NumPy arrays if
    NumPy is installed and `arrays` is not "memoryview", and otherwise memoryviews. An entry belongs to a slot:

    ============  ========================  =======  =====================================================
    name          shape                     type     content
    ============  ========================  =======  =====================================================
    squares       (slots, rows, columns)    uint8    what each player sees (Square)
    lit           (slots,)                  uint8    1 if the room is lit
    heard         (slots,)                  uint16   the number of zombies heard
    rewards       (slots,)                  float32  1 for a step that won the round, otherwise 0
    terminated    (slots,)                  uint8    1 if the step ended the round: won, caught or stuck
    truncated     (slots,)                  uint8    1 if the step used the last move
    masks         (slots,)                  uint8    bit ``1 << move`` for each move the next step accepts
    outcomes      (slots,)                  uint8    the outcome of a round that the step ended, or 255
    last_squares  (slots, rows, columns)    uint8    with autoreset="same-step": the last observation of a
    last_lit      (slots,)                  uint8    round that the step ended
    last_heard    (slots,)                  uint16
    ============  ========================  =======  =====================================================

    A pool can be used by several threads; its calls then wait for each other. Different pools do not wait.

    `copy.deepcopy` and `pickle` make a pool with the same settings, rounds and arrays, on which others do not depend.
    """

    def __init__(
        self,
        family: str,
        *,
        seed: int = 0,
        slots: int = 1,
        levels: str = "solvable",
        split: Optional[str] = None,
        shares: Optional[str] = None,
        max_moves: Optional[int] = None,
        max_seconds: Optional[float] = None,
        autoreset: str = "next-step",
        illegal_moves: str = "refused",
        catching_distance: int = 1,
        chase: str = "longest",
        zombie_speed: int = 1,
        hearing_distance: int = 0,
        arrays: Optional[str] = None,
    ) -> None:
        """Makes a pool and begins its first rounds.

        Args:
            family: A family, such as "classic" or "6x6z2b3f1".
            seed: The seed of the levels, 0 to 2^64 - 1.
            slots: The number of rounds side by side, 1 to 65,536.
            levels: "solvable" or "any".
            split: The part of all levels that is played, such as "train" or "test"; None for all levels.
            shares: The parts and their shares; None for "train=0.8,test=0.2".
            max_moves: The maximum number of moves in a round; None for four times the number of squares of its level.
            max_seconds: The maximum number of seconds that a call may take, such as 0.5; None for no limit.
            autoreset: "next-step", "same-step" or "disabled".
            illegal_moves: "refused" or "ignored".
            catching_distance, chase, zombie_speed, hearing_distance: The rules.
            arrays: "numpy" or "memoryview"; None for NumPy if it is installed.

        Raises:
            BadSettingError: If a setting is unknown, out of range, or not understood.
            NoLevelError: If no level can be generated.
            StoppedError: If this takes longer than `max_seconds`.
        """
        self._handle = c_uint64(0)
        if arrays not in (None, "numpy", "memoryview"):
            raise BadSettingError(f"arrays: expected numpy or memoryview, found {arrays!r}")
        if arrays == "numpy" and numpy is None:
            raise BadSettingError("arrays: NumPy is not installed")
        self._numpy = numpy is not None and arrays != "memoryview"
        self.settings: dict[str, Union[str, int]] = {
            "family": family,
            "seed": seed,
            "slots": slots,
            "levels": levels,
            "autoreset": autoreset,
            "illegal-moves": illegal_moves,
            "catching-distance": catching_distance,
            "chase": chase,
            "zombie-speed": zombie_speed,
            "hearing-distance": hearing_distance,
        }
        for name, value in (("split", split), ("shares", shares), ("max-moves", max_moves)):
            if value is not None:
                self.settings[name] = value
        if max_seconds is not None:
            self.settings["max-seconds"] = str(float(max_seconds))
        text = " ".join(f"{name}={_setting(name, value)}" for name, value in self.settings.items())
        data = text.encode("utf-8", "replace")
        LIBRARY.watch()
        LIBRARY.call("new", data, len(data), self._handle)
        numbers = [c_uint32() for _ in range(4)]
        LIBRARY.call("shape", self._handle, *numbers)
        #: The sides of the rooms, the number of slots, and the maximum number of moves in a round of the family.
        self.rows, self.columns, self.slots, self.max_moves = (number.value for number in numbers)
        self._lock, self._is_used = threading.RLock(), False
        _pools.add(self)
        self._output = Output(size=ctypes.sizeof(Output))
        self._memories: list[bytearray] = []
        room = (self.slots, self.rows, self.columns)
        self.squares = self._array("squares", room, "B")
        self.lit = self._array("lit", (self.slots,), "B")
        self.heard = self._array("heard", (self.slots,), "H")
        self.rewards = self._array("rewards", (self.slots,), "f")
        self.terminated = self._array("terminated", (self.slots,), "B")
        self.truncated = self._array("truncated", (self.slots,), "B")
        self.masks = self._array("masks", (self.slots,), "B")
        self.outcomes = self._array("outcomes", (self.slots,), "B")
        if autoreset == "same-step":
            self.last_squares = self._array("last_squares", room, "B")
            self.last_lit = self._array("last_lit", (self.slots,), "B")
            self.last_heard = self._array("last_heard", (self.slots,), "H")
        # The moves are copied here, so that the arguments of a call are always the same.
        self._moves = bytearray(self.slots)
        self._moves_array = numpy.frombuffer(self._moves, numpy.uint8) if self._numpy else None
        self._moves_address = _address(self._moves)
        self._output_pointer = ctypes.pointer(self._output)
        self._all = (c_uint32(0), c_uint32(self.slots))
        self._step = LIBRARY.functions["step"]
        self._begin_again(None)

    def _array(self, name: str, shape: tuple[int, ...], kind: Literal["B", "H", "f"]) -> Any:
        """Makes one of the arrays that calls fill."""
        items = 1
        for side in shape:
            items *= side
        memory = bytearray(items * {"B": 1, "H": 2, "f": 4}[kind])
        self._memories.append(memory)
        setattr(self._output, name, _address(memory).value)
        if self._numpy:
            return numpy.frombuffer(memory, kind).reshape(shape)
        # Only the squares have several sides, and they are bytes.
        return memoryview(memory).cast("B", shape) if kind == "B" else memoryview(memory).cast(kind)

    # MARK: Closing

    @property
    def closed(self) -> bool:
        """Whether the pool is closed."""
        return self._handle.value == 0

    def close(self) -> None:
        """Frees the rounds. The arrays stay; all other calls raise NoPoolError. A closed pool can be closed again."""
        with self._lock:
            handle, self._handle.value = self._handle.value, 0
            if handle:
                LIBRARY.call("free", handle)

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __del__(self) -> None:
        handle = getattr(self, "_handle", None)
        if handle is not None and handle.value and LIBRARY is not None:
            LIBRARY.functions["free"](handle.value)
            handle.value = 0

    def __repr__(self) -> str:
        words = " ".join(f"{name}={value}" for name, value in self.settings.items())
        return f"<zombies.Pool {words}{' closed' if self.closed else ''}>"

    __copy__ = refuse_copy

    def __reduce__(self) -> Any:
        settings = {name.replace("-", "_"): value for name, value in self.settings.items()}
        settings["arrays"] = "numpy" if self._numpy else "memoryview"
        return _rebuilt, (settings, self.get_state(), [bytes(memory) for memory in self._memories])

    def _call(self, name: str, *arguments: Any) -> None:
        """Calls a function with this pool."""
        self._use(LIBRARY.call, name, self._handle, *arguments)

    def _use(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Calls a function with this pool, which the handler of a signal must not use meanwhile."""
        LIBRARY.watch()
        with self._lock:
            if self._is_used or not self._handle.value:
                raise self._refusal()
            try:
                self._is_used = True
                return function(*arguments)
            finally:
                self._is_used = False

    def _refusal(self) -> ZombiesError:
        if not self._handle.value:
            return NoPoolError("the pool is closed")
        return ZombiesError("the call that the handler of a signal interrupts uses the pool")

    # MARK: Rounds

    def reset(self, seed: Optional[int] = None) -> None:
        """Begins again with the first round of each slot; with another seed if one is given."""
        if seed is not None:
            seed = operator.index(seed)
            if not 0 <= seed < 1 << 64:
                raise BadSettingError(f"seed: expected a number from 0 to 2^64 - 1, found {seed}")
        self._begin_again(seed)
        if seed is not None:
            self.settings["seed"] = seed

    def _begin_again(self, seed: Optional[int]) -> None:
        self._call("reset", None if seed is None else c_uint64(seed), self._output)

    def begin(self, wanted: Optional[Iterable[Any]] = None, first: int = 0, count: Optional[int] = None) -> None:
        """Begins the next round of slots, over or not.

        Args:
            wanted: A truth value for each of the slots: whether to begin its next round; None for all.
            first, count: The slots: `count` of them from `first` on; by default all.
        """
        first, count = self._range(first, count)
        if wanted is None:
            self._call("begin", first, count, None, self._output)
            return
        if numpy is not None and isinstance(wanted, numpy.ndarray) and wanted.dtype == numpy.bool_:
            chosen = wanted.tobytes()
        else:
            chosen = bytes(1 if one else 0 for one in wanted)
        if len(chosen) != count:
            raise BadSlotError(f"expected {count} truth values, found {len(chosen)}")
        # One copy for each call, because several threads may begin rounds.
        wanted = bytearray(self.slots)
        wanted[first : first + count] = chosen
        self._call("begin", first, count, _address(wanted), self._output)

    def step(self, moves: Moves, first: int = 0, count: Optional[int] = None) -> None:
        """Makes one move in each slot.

        A slot whose round is over begins its next round instead, unless `autoreset` says otherwise.

        Args:
            moves: A move for each of the slots: bytes, an array of whole numbers, or an iterable of them.
            first, count: The slots: `count` of them from `first` on; by default all.

        Raises:
            IllegalMoveError: If a move is illegal or no move; no slot has changed then.
        """
        if first == 0 and count is None:
            place = self._all
            number = self.slots
        else:
            first, number = self._range(first, count)
            place = (c_uint32(first), c_uint32(number))
        # As `_use`, without the time of another call.
        if not LIBRARY.is_watched:
            LIBRARY.watch()
        with self._lock:
            if self._is_used or not self._handle.value:
                raise self._refusal()
            try:
                self._is_used = True
                if self._moves_array is not None and isinstance(moves, numpy.ndarray):
                    self._take(moves, first, number)
                else:
                    self._moves[first : first + number] = _bytes(moves, number)
                code = self._step(self._handle, *place, self._moves_address, self._output_pointer)
                if code:
                    raise LIBRARY.error(code)
            finally:
                self._is_used = False

    def _take(self, moves: Any, first: int, count: int) -> None:
        """Copies moves from a NumPy array of whole numbers."""
        if moves.shape != (count,):
            raise IllegalMoveError(f"expected {count} moves, found an array of the shape {moves.shape}")
        kind = moves.dtype
        if kind != numpy.uint8:
            if kind.kind not in "iu":
                raise IllegalMoveError(f"expected whole numbers as moves, found {kind}")
            # One number that has all bits of all moves.
            if not 0 <= numpy.bitwise_or.reduce(moves) <= 3:
                raise IllegalMoveError("expected moves from 0 to 3, found others")
        assert self._moves_array is not None
        self._moves_array[first : first + count] = moves

    def play(self, level: str, slot: int = 0) -> None:
        """Begins a round on a level.

        Args:
            level: A code such as "S4/5/Z4/Z4/4P", or a seed reference such as "classic@42#7". Its sides must be at most
                those of the pool.
            slot: The slot.

        Raises:
            BadLevelError: If the text is no level, or the level is too large.
        """
        data = str(level).encode("utf-8", "replace")
        self._call("play", self._slot(slot), data, len(data), self._output)

    def level(self, slot: int = 0) -> str:
        """The code of the level of a slot."""
        return self._text("level", self._slot(slot))

    def round(self, slot: int = 0) -> RoundNumber:
        """The number of a slot's round, and the number of moves made in it."""
        number, moves = c_uint64(), c_uint32()
        self._call("round", self._slot(slot), number, moves)
        return RoundNumber(number.value, moves.value)

    # MARK: States

    @property
    def state_size(self) -> int:
        """The number of bytes in the state of one slot."""
        size = ctypes.c_size_t()
        self._call("state_size", size)
        return size.value

    def get_state(self, first: int = 0, count: Optional[int] = None) -> bytes:
        """The states of slots, one after another: `count` slots from `first` on; by default all."""
        first, count = self._range(first, count)
        size = count * self.state_size
        states = bytearray(size)
        self._call("get_state", first, count, _address(states), size)
        return bytes(states)

    def set_state(self, states: bytes, first: int = 0, count: Optional[int] = None) -> None:
        """Puts slots into states of a pool with the same sides, rules and maximum number of moves.

        Raises:
            BadStateError: If some bytes are not the state of a slot.
        """
        first, count = self._range(first, count)
        data = bytes(states)
        self._call("set_state", first, count, data, len(data), self._output)

    # MARK: Exact values

    def optimum(self) -> Optimum:
        """The exact win rates of the best players and of chance, over the levels of the family, selection and split.

        This takes milliseconds for small families, and minutes for the largest.

        Raises:
            TooLargeError: If the family is too large.
        """
        return Optimum.read(self._text("optimum"))

    def oracle(self, slot: int = 0) -> Oracle:
        """The best moves of a slot, given what its player has seen and heard so far.

        The levels that are still possible are those of the family, whatever the split of the pool.

        Raises:
            TooLargeError: If the family or the room is too large.
        """
        return Oracle.read(self._text("oracle", self._slot(slot)))

    # MARK: Checks

    def _text(self, name: str, *arguments: Any) -> str:
        return self._use(LIBRARY.text, name, self._handle, *arguments)

    def _slot(self, slot: int) -> int:
        slot = operator.index(slot)
        if not 0 <= slot < self.slots:
            raise BadSlotError(f"slot {slot} of a pool of {self.slots} slots")
        return slot

    def _range(self, first: int, count: Optional[int]) -> tuple[int, int]:
        first = operator.index(first)
        count = self.slots - first if count is None else operator.index(count)
        if first < 0 or count < 0 or first + count > self.slots:
            raise BadSlotError(f"{count} slots from slot {first} on, of a pool of {self.slots} slots")
        return first, count


def _rebuilt(settings: dict[str, Any], states: bytes, memories: list[bytes]) -> Pool:
    """A pool with the same settings, states and contents of the arrays as another one."""
    pool = Pool(**settings)
    pool.set_state(states)
    for memory, contents in zip(pool._memories, memories):
        memory[:] = contents
    return pool


def _address(memory: bytearray) -> ctypes.c_void_p:
    """The address of memory, which stays where it is because it is exported."""
    array = (ctypes.c_uint8 * len(memory)).from_buffer(memory)
    address = ctypes.c_void_p(ctypes.addressof(array))
    # The array must live as long as the address: as long as it exports the memory, its size cannot change.
    address.array = array  # type: ignore[attr-defined]
    return address


def _bytes(moves: Moves, count: int) -> bytes:
    """Moves as bytes, one for each."""
    try:
        data = bytes(moves) if isinstance(moves, (bytes, bytearray)) else bytes(operator.index(move) for move in moves)
    except (TypeError, ValueError):
        raise IllegalMoveError("expected moves from 0 to 3, found others") from None
    if len(data) != count:
        raise IllegalMoveError(f"expected {count} moves, found {len(data)}")
    return data


def _setting(name: str, value: Union[str, int]) -> str:
    """The text of a setting's value, which must not look like another setting."""
    text = value if isinstance(value, str) else str(operator.index(value))
    if not text or text.split() != [text]:
        raise BadSettingError(f"{name.replace('-', '_')}: expected a text without spaces, found {text!r}")
    return text
