/** A call to the service that failed: refused by the service, or never answered. */
export class UpstreamError extends Error {
  readonly status: number;
  readonly code: string;
  /** The offending field, where the service named one. */
  readonly field: string | undefined;
  readonly requestId: string;
  /** How long the service asks to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(given: {
    status: number;
    code: string;
    message: string;
    field?: string;
    requestId: string;
    retryAfterMs?: number | undefined;
  }) {
    super(given.message);
    this.name = "UpstreamError";
    this.status = given.status;
    this.code = given.code;
    this.field = given.field;
    this.requestId = given.requestId;
    this.retryAfterMs = given.retryAfterMs;
  }
}
