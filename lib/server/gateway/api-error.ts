import { violationField } from "@/lib/contract/field-name";
import type { Family } from "@/lib/contract/operation";
import { sessionChallenge } from "@/lib/contract/session-challenge";

/** An error of the dashboard, convertible to each API family's error format. */
export interface ApiError {
  status: number;
  code: string;
  message: string;
  field?: string | undefined;
  /** The service's Retry-After. */
  retryAfterMs?: number | undefined;
  /** True if the user has to sign in to the dashboard. */
  needsSession?: true;
}

/** The session of a request ended, or it never had one. */
export const signedOut: ApiError = {
  status: 401,
  code: "unauthorized",
  message: "Your session ended. Sign in again.",
  needsSession: true,
};

/** `WWW-Authenticate` of a rejected API token (RFC 6750). Responses of the service never have the header. */
export const rejectedToken = 'Bearer realm="slipway", error="invalid_token"';
const isTokenRejection = ({ status, code }: ApiError) => status === 401 && code.startsWith("token_");

/** google.rpc.Code of an HTTP status. */
const rpcCodes: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  409: 10,
  413: 3,
  429: 8,
  502: 14,
  503: 14,
  504: 14,
};

const titles: Readonly<Record<number, string>> = {
  400: "Invalid request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  413: "Too large",
  502: "Service unreachable",
  503: "Unavailable",
  504: "Timed out",
};

/** The error in the format of a family. */
export function errorBody(family: Family, error: ApiError, requestId: string): object {
  const { status, code, message, field } = error;
  if (family === "repohost") {
    const violation = { "@type": "type.googleapis.com/google.rpc.BadRequest" };
    return {
      code: rpcCodes[status] ?? 13,
      message,
      details: [
        ...(field ? [{ ...violation, fieldViolations: [{ field: violationField(field), description: message }] }] : []),
        { "@type": "type.googleapis.com/google.rpc.RequestInfo", requestId, servingData: "" },
      ],
    };
  }
  if (family === "pools") return { error: `${titles[status] ?? "Error"}: ${message}`, code };
  return { error: { code, message, ...(field ? { field } : {}) } };
}

/** The error as a response in the format of a family. */
export function errorResponse(family: Family, error: ApiError, requestId: string): Response {
  const headers = new Headers({ "cache-control": "no-store", "x-request-id": requestId });
  headers.set("x-content-type-options", "nosniff");
  if (isTokenRejection(error)) headers.set("www-authenticate", rejectedToken);
  else if (error.needsSession) headers.set("www-authenticate", sessionChallenge);
  if (error.retryAfterMs !== undefined) headers.set("retry-after", String(Math.ceil(error.retryAfterMs / 1_000)));
  return Response.json(errorBody(family, error, requestId), { status: error.status, headers });
}
