interface CallFailure {
  /** HTTP status; 0 when no answer came back. */
  status: number;
  code: string;
  message: string;
  field?: string | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

/** What is thrown when nothing came back. */
export const networkFailure = { status: 0, code: "network", message: "No answer came back from the dashboard." };

/** A call that failed: refused by the service, or never answered. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** When the service may be asked again, in Unix milliseconds, where it said so. */
  readonly retryAt: number | undefined;

  constructor(failure: CallFailure) {
    super(failure.message);
    this.name = "CallError";
    this.status = failure.status;
    this.code = failure.code;
    this.field = failure.field;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
    const seconds = failure.retryAfterSeconds;
    this.retryAt = seconds === undefined ? undefined : Date.now() + seconds * 1_000;
  }
}

/** True when the response was lost, so that it's unknown whether the service acted. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return [0, 502, 504].includes(error.status) || error.code === "repeated_call";
}

/** True when this service or key doesn't offer an operation: not a fault, and not worth retrying often. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof CallError && [401, 403, 404, 405, 501].includes(error.status);
}
