import { STATUS_CODES } from "node:http";
import { violationField } from "@/lib/contract/field-name";
import type { Family } from "@/lib/contract/operation";
import { type ApiError, type RepohostCode, repohostCodes } from "./api-error";

const isRepohostCode = (code: string): code is RepohostCode => Object.hasOwn(repohostCodes, code);

const byStatus: Readonly<Record<number, RepohostCode>> = {
  400: "InvalidArgument",
  401: "Unauthenticated",
  403: "PermissionDenied",
  404: "NotFound",
  408: "InvalidArgument",
  409: "Aborted",
  413: "InvalidArgument",
  429: "ResourceExhausted",
  501: "Unimplemented",
  503: "Unavailable",
};

/** Returns an error response body in the API family's format. */
export function errorBody(family: Family, error: ApiError, requestId: string): object {
  const { code, message, field, details } = error;
  if (family === "pools") {
    const title = STATUS_CODES[error.status] ?? "Error";
    return { error: `${error.status === 400 ? "Invalid request" : title}: ${message}`, code };
  }
  if (family === "repohost") {
    const name = isRepohostCode(code) ? code : (byStatus[error.status] ?? "Internal");
    return {
      code: repohostCodes[name].code,
      message,
      details: [
        ...(field && name === "InvalidArgument"
          ? [
              {
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                fieldViolations: [{ field: violationField(field), description: message }],
              },
            ]
          : []),
        ...(details.violation
          ? [
              {
                "@type": "type.googleapis.com/google.rpc.PreconditionFailure",
                violations: [{ type: details.violation, description: message }],
              },
            ]
          : []),
        { "@type": "type.googleapis.com/google.rpc.RequestInfo", requestId },
      ],
    };
  }
  return { error: { code, message, ...(field ? { field } : {}), ...details } };
}
