/** The errors of this package: what the service refused, and what never got a usable response. */

/** A parameter or field that the service refused, and why. */
export interface ErrorDetail {
  parameter: string;
  reason: string;
}

/** The service refused a request. `name` is the service's `error.name`, such as `ProductNotFoundError`. */
export class CatalogError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** The id by which the service's administrators find the request in their log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next attempt, if the service named them. */
  readonly retryAfter: number | undefined;
  /** Which parameters were wrong; empty when the error is not about parameters. */
  readonly details: readonly ErrorDetail[];

  constructor(response: Response, body: unknown) {
    const error = errorOf(body);
    const name = error?.name ?? "UnexpectedResponseError";
    super(`${response.status} ${name}: ${error?.message ?? response.statusText}`);
    this.name = name;
    this.status = response.status;
    this.requestId = response.headers.get("X-Request-Id") ?? undefined;
    this.retryAfter = retryAfter(response);
    this.details = error?.details ?? [];
  }
}

/** No attempt got a usable response. `cause` is the last failure. */
export class CatalogConnectionError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = "CatalogConnectionError";
  }
}

/** The seconds that `Retry-After` names, as a number or as a date. */
export function retryAfter(response: Response): number | undefined {
  const value = response.headers.get("Retry-After");
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - Date.now()) / 1000);
}

interface ErrorBody {
  name: string;
  message: string;
  details?: ErrorDetail[];
}

/** The error of an envelope; nothing if a proxy wrote the body. */
function errorOf(body: unknown): ErrorBody | undefined {
  const error = (body as { error?: Partial<ErrorBody> } | null | undefined)?.error;
  return typeof error?.name === "string" ? (error as ErrorBody) : undefined;
}
