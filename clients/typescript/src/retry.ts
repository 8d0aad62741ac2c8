/** When a request is repeated, and how long the pauses are. */

/** How long a request is repeated; the defaults suit a service that restarts. */
export interface RetryOptions {
  /** Attempts in all; as many as there is time for by default. */
  attempts?: number;
  /** Seconds in which another attempt may begin, once the service has responded to any; 600 by default. */
  patience?: number;
  /** The same before that, when the address may be wrong; 30 by default. */
  firstPatience?: number;
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
  private elapsed = 0;
  private began = performance.now();

  constructor(options: RetryOptions = {}) {
    const defaults = { attempts: Infinity, patience: 600, firstPatience: 30, firstPause: 0.5, longestPause: 30 };
    this.options = { ...defaults, longestRetryAfter: 120, ...options };
  }

  /** The seconds to wait before the next attempt; nothing when there should be none. `isFirst`: no response yet. */
  next(retryAfter = 0, isFirst = false, most = Infinity): number | undefined {
    const { attempts, patience, firstPatience, firstPause, longestPause, longestRetryAfter } = this.options;
    this.attempt += 1;
    this.elapsed += (performance.now() - this.began) / 1000;
    if (this.attempt >= attempts || retryAfter > longestRetryAfter) return undefined;
    const own = Math.min(longestPause, firstPause * 2 ** (this.attempt - 1));
    // Half of the pause is random, so that clients which failed together do not return together.
    const pause = Math.max(retryAfter, own * (0.5 + Math.random() / 2));
    if (this.elapsed + pause > Math.min(isFirst ? firstPatience : patience, most)) return undefined;
    this.elapsed += pause;
    return pause;
  }

  /** A pause is over. */
  resume(): void {
    this.began = performance.now();
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
