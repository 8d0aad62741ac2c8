//! What every HTTP adapter shares: callers, envelopes, request ids and the blocking hop
