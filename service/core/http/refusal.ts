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

/** A request the service refuses. The family's error shape is made of it at the edge. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    /** `agent_busy` in the agent API, `NotFound` in the hosting API. */
    readonly code: string,
    message: string,
    /** Dotted name of the offending field. */
    readonly field?: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Further members of the error, in the agent API alone. */
    readonly details: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "Refusal";
  }
}

export const refuse = {
  agents: (status: number, code: string, message: string, field?: string) => new Refusal(status, code, message, field),
  /** A field that breaks a rule: 400 `validation_error`, its name leading the message. */
  field: (field: string, message: string) =>
    new Refusal(400, "validation_error", field ? `${field}: ${message}` : message, field || undefined),
  repohost: (code: RepohostCode, message: string, field?: string) =>
    new Refusal(repohostCodes[code].status, code, message, field),
};
