"""When a request is repeated, and how long the pauses are."""

import random
from dataclasses import dataclass

#: Responses that say "later": busy, restarting, or a proxy without a server behind it.
TRANSIENT = frozenset({429, 502, 503, 504})


@dataclass(frozen=True)
class RetryPolicy:
    """How often a request is repeated; the defaults suit a service that restarts. Times are in seconds."""

    #: Attempts in all.
    attempts: int = 6
    #: The first pause; each further one is twice as long.
    first_pause: float = 0.5
    #: The longest pause of our own choice.
    longest_pause: float = 30.0
    #: A longer ``Retry-After`` ends the attempts with the error.
    longest_retry_after: float = 120.0

    def pause(self, attempt: int, retry_after: float | None) -> float | None:
        """How long to wait after that attempt (the first is 1); nothing when there should be no other."""
        if attempt >= self.attempts or (retry_after or 0.0) > self.longest_retry_after:
            return None
        own = min(self.longest_pause, self.first_pause * 2.0 ** (attempt - 1))
        # Half of the pause is random, so that clients which failed together do not return together.
        return max(retry_after or 0.0, own * random.uniform(0.5, 1.0))
