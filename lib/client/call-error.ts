interface CallFailure {
  /** HTTP status; 0 without a response. */
  status: number;
  code: string;
  message: string;
  field?: string | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  violation?: string | undefined;
}

/** A call that got no response. */
export const networkFailure = { status: 0, code: "network", message: "Couldn't reach the dashboard." };

/** A failed call: rejected, or without a response. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The type of the precondition that failed. */
  readonly violation: string | undefined;
  /** From `retryAfterSeconds`, in Unix milliseconds. */
  readonly retryAt: number | undefined;

  constructor(failure: CallFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = "CallError";
    this.status = failure.status;
    this.code = failure.code;
    this.field = failure.field;
    this.requestId = failure.requestId;
    this.violation = failure.violation;
    this.retryAfterSeconds = failure.retryAfterSeconds;
    const seconds = failure.retryAfterSeconds;
    this.retryAt = seconds === undefined ? undefined : Date.now() + seconds * 1_000;
  }
}

/** True if the response was lost, so the call may have succeeded. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return [0, 502, 504].includes(error.status) || error.code === "repeated_call";
}

/** True if this service or API key doesn't support the operation, so retrying won't help. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof CallError && [401, 403, 404, 405, 501].includes(error.status);
}
