"""One session from its start to its report. Light to import; all that profile goes through this."""

from __future__ import annotations

import os

from .. import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from .output import Destination
    from .profile import Profile


class Run:
    """A context in which the extension records; it gives the log to `profile` when it is left.

    The report goes to `destination`, or nowhere if that is None. Enter it once.
    """

    __slots__ = ("_destination", "_process", "_profile", "_session")

    def __init__(self, profile: Profile, destination: Destination | None) -> None:
        self._profile = profile
        self._destination = destination

    def __enter__(self) -> Profile:
        if self._destination is not None:
            self._destination.check("profile")
        self._process = os.getpid()
        self._session = _core.Session()
        return self._profile

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if os.getpid() != self._process:
            # A fork came out of the block. The session is that of the parent, who ends it.
            self._profile._give_up("it was left in another process than it was entered")
            return
        try:
            log = self._session.end()
        except BaseException:
            # Interrupted while waiting for the device: without a wait there is no end to be had.
            self._session.close()
            self._profile._give_up("the wait for the device at its end was interrupted")
            raise
        self._profile._finish(log, partial=None if kind is None else kind.__name__)
        if self._destination is not None:
            show(self._profile, self._destination, error)


def show(profile: Profile, destination: Destination, error: BaseException | None) -> None:
    """Report, but let nothing that goes wrong with it take the place of `error`."""
    try:
        profile._print(destination)
    except Exception:
        if error is None:
            raise
