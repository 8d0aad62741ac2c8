"""When a request is repeated, and how long the pauses are."""

import random
from dataclasses import dataclass

#: Responses that say "later": busy, restarting, or a proxy without a server behind it.
TRANSIENT = frozenset({429, 502, 503, 504})


@dataclass(frozen=True)
class RetryPolicy:
    """How long a request is repeated; the defaults suit a service that restarts. Times are in seconds."""

    #: Attempts in all; None: as many as there is time for.
    attempts: int | None = None
    #: No other attempt begins later than this after the first, once the service has responded to any request.
    patience: float = 600.0
    #: The same before that: the address may be wrong.
    first_patience: float = 30.0
    #: The first pause; each further one is twice as long.
    first_pause: float = 0.5
    #: The longest pause of our own choice.
    longest_pause: float = 30.0
    #: A longer ``Retry-After`` ends the attempts with the error.
    longest_retry_after: float = 120.0

    def pause(
        self, attempt: int, retry_after: float | None, elapsed: float = 0.0, patience: float | None = None
    ) -> float | None:
        """How long to wait after that attempt (the first is 1); nothing when there should be no other."""
        requested = retry_after or 0.0
        if (self.attempts is not None and attempt >= self.attempts) or requested > self.longest_retry_after:
            return None
        own = min(self.longest_pause, self.first_pause * 2.0 ** min(attempt - 1, 20))
        # Half of the pause is random, so that clients which failed together do not return together.
        pause = max(requested, own * random.uniform(0.5, 1.0))
        return pause if elapsed + pause <= (self.patience if patience is None else patience) else None
