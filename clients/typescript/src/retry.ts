/** When a request is repeated, and how long the pauses are. */

/** How often a request is repeated; the defaults suit a service that restarts. */
export interface RetryOptions {
  /** Attempts in all; 6 by default. */
  attempts?: number;
  /** The first pause in seconds; each further one is twice as long. 0.5 by default. */
  firstPause?: number;
  /** The longest pause of our own choice, in seconds; 30 by default. */
  longestPause?: number;
  /** A longer `Retry-After`, in seconds, ends the attempts with the error. 120 by default. */
  longestRetryAfter?: number;
}

/** Waits for that many seconds, or until the signal aborts, which rejects with its reason. */
export type Sleep = (seconds: number, signal?: AbortSignal | null) => Promise<void>;

/** Responses that say "later": busy, restarting, or a proxy without a server behind it. */
const TRANSIENT = new Set([429, 502, 503, 504]);

export function isTransient(status: number): boolean {
  return TRANSIENT.has(status);
}

/** The pauses of one request. */
export class Pauses {
  private readonly options: Required<RetryOptions>;
  private attempt = 0;

  constructor(options: RetryOptions = {}) {
    this.options = { attempts: 6, firstPause: 0.5, longestPause: 30, longestRetryAfter: 120, ...options };
  }

  /** The seconds to wait before the next attempt; nothing when there should be none. */
  next(retryAfter?: number): number | undefined {
    this.attempt += 1;
    const { attempts, firstPause, longestPause, longestRetryAfter } = this.options;
    if (this.attempt >= attempts || (retryAfter ?? 0) > longestRetryAfter) return undefined;
    const own = Math.min(longestPause, firstPause * 2 ** (this.attempt - 1));
    // Half of the pause is random, so that clients which failed together do not return together.
    return Math.max(retryAfter ?? 0, own * (0.5 + Math.random() / 2));
  }
}

export const sleep: Sleep = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
