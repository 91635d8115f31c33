export const repohostCodes = {
  InvalidArgument: { code: 3, status: 400 },
  NotFound: { code: 5, status: 404 },
  AlreadyExists: { code: 6, status: 409 },
  PermissionDenied: { code: 7, status: 403 },
  ResourceExhausted: { code: 8, status: 429 },
  FailedPrecondition: { code: 9, status: 400 },
  Aborted: { code: 10, status: 409 },
  Unimplemented: { code: 12, status: 501 },
  Internal: { code: 13, status: 500 },
  Unavailable: { code: 14, status: 503 },
  Unauthenticated: { code: 16, status: 401 },
} as const;

export type RepohostCode = keyof typeof repohostCodes;

/** An error response. The router formats it for the API family. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** `agent_busy` in the agent API, `NotFound` in the hosting API. */
    readonly code: string,
    message: string,
    /** Dotted path of the invalid field. */
    readonly field?: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Additional members of the error object (agent API), or the `violation` of a failed precondition (hosting API). */
    readonly details: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export const apiError = {
  agents: (status: number, code: string, message: string, field?: string) => new ApiError(status, code, message, field),
  /** 400 `validation_error` for an invalid field. The message starts with the field's name. */
  field: (field: string, message: string) =>
    new ApiError(400, "validation_error", field ? `${field}: ${message}` : message, field || undefined),
  repohost: (code: RepohostCode, message: string, field?: string) =>
    new ApiError(repohostCodes[code].status, code, message, field),
};
