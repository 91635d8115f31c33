/** No credential is available for a call. The message can be shown to users. */
export class CredentialsMissingError extends Error {
  constructor(
    message: string,
    /** 403 where the user lacks something, 503 where the dashboard does. */
    readonly status: 403 | 503 = 503,
  ) {
    super(message);
    this.name = "CredentialsMissingError";
  }
}

interface UpstreamErrorFields {
  status: number;
  code: string;
  message: string;
  field?: string;
  requestId: string;
  retryAfterMs?: number | undefined;
  neverSent?: boolean;
}

/** A failed service call: rejected, or without a response. */
export class UpstreamError extends Error {
  readonly status: number;
  readonly code: string;
  /** The offending field, where the service named one. */
  readonly field: string | undefined;
  readonly requestId: string;
  /** The service's Retry-After. */
  readonly retryAfterMs: number | undefined;
  /** True when the service can't have received the request. */
  readonly neverSent: boolean;

  constructor({ status, code, message, field, requestId, retryAfterMs, neverSent = false }: UpstreamErrorFields) {
    super(message);
    this.name = "UpstreamError";
    this.status = status;
    this.code = code;
    this.field = field;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.neverSent = neverSent;
  }
}
