import "server-only";
import { createMatcher } from "@/lib/contract/match";
import { type Operation, roleAllows } from "@/lib/contract/operation";
import { closeAfter } from "@/lib/core/http/request-body";
import type { Log } from "@/lib/core/log";
import { secretsOfRequest } from "@/lib/model/masking/known-secrets";
import { hasNull, isSameOrigin, rejectForeignHost } from "@/lib/server/auth/request-origin";
import type { Person } from "@/lib/server/auth/session-reader";
import type { AuditEntry } from "@/lib/server/db/audit";
import { actingIn, type Service } from "@/lib/server/upstream/client/service";
import { type ApiError, errorResponse, familyOfPath } from "./api-error";
import { auditTrail } from "./audit-trail";
import { checkRequest } from "./check-request";
import { type DashboardOperation, runDashboardOperation } from "./dashboard-operation";
import { createDuplicateRequestGuard } from "./duplicate-request-guard";
import { forward } from "./forward";
import { createSharedReads } from "./shared-reads";

export interface GatewayParts {
  /** Operations that are forwarded to the service. */
  operations: readonly Operation[];
  /** Operations the dashboard implements, including replacements for forwarded ones. */
  own?: readonly DashboardOperation[];
  service: Service;
  webUrl: string;
  /** The signed-in user; `fresh` bypasses the cache. */
  person(options: { fresh: boolean }): Promise<Person | undefined>;
  recordAudit(entry: AuditEntry): Promise<void>;
  /** Called after every write sent to the service, with its status. */
  onWrite?(write: Write): Promise<void>;
  log: Log;
  shutdown: AbortSignal;
}

export interface Write {
  operation: Operation;
  /** Path parameters, as the contract names them. */
  params: unknown;
  status: number;
}

const prefix = "/api";

const crossOrigin: ApiError = {
  status: 403,
  code: "cross_origin",
  message: "Cross-origin requests can't sharedForward changes. Nothing was changed.",
};
const invalidPath: ApiError = {
  status: 400,
  code: "validation_error",
  message: "invalid path: isn't valid percent-encoding or has a null character",
};
const signedOut: ApiError = { status: 401, code: "unauthorized", message: "Sign in to the dashboard." };
const storeUnavailable: ApiError = {
  status: 503,
  code: "store_unavailable",
  message: "Couldn't reach the database to check your session. Nothing was changed.",
};
const repeated: ApiError = {
  status: 409,
  code: "repeated_call",
  message: "The browser resent this request after a lost connection. The first one may have succeeded.",
};
const auditUnavailable: ApiError = {
  status: 503,
  code: "audit_unavailable",
  message: "Couldn't write to the audit log, so the call wasn't made. Nothing was changed.",
};

/**
 * The browser's proxy to the service: forwards only operations in the contract, with the dashboard's credential, after all
 * checks pass. Bytes are forwarded unchanged.
 */
export function createGateway(parts: GatewayParts): (request: Request) => Promise<Response> {
  const own = new Map<Operation, DashboardOperation>(
    (parts.own ?? []).map((implementation) => [implementation.operation, implementation]),
  );
  const forwarded = parts.operations.filter((operation) => !own.has(operation));
  const matcher = createMatcher([...forwarded, ...own.keys()]);
  const { service, log } = parts;
  const isFirst = createDuplicateRequestGuard(service.clock);
  const sharedForward = createSharedReads(service.clock, (call) => forward(service, call));

  return async (request) => {
    const foreign = rejectForeignHost(request.headers, parts.webUrl);
    if (foreign) return foreign;
    const requestId = service.ids.uuid();
    const url = new URL(request.url);
    const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : "/";
    if (hasNull(path)) return errorResponse(familyOfPath(path), invalidPath, requestId);
    const match = matcher.match(request.method, path);
    if (!match) return errorResponse(familyOfPath(path), unknownPath(request.method, path), requestId);
    const { operation } = match;

    const person = await authorize(operation, request, requestId);
    if ("error" in person) return errorResponse(operation.family, person.error, requestId);
    const checked = await checkRequest(match, request);
    if ("error" in checked) {
      const response = errorResponse(operation.family, checked.error, requestId);
      return checked.error.status === 413 ? closeAfter(request, response) : response;
    }
    if (!isFirst(person.id, request.headers.get("x-attempt-id")))
      return errorResponse(operation.family, repeated, requestId);

    // An agent can print the secrets it is launched with, so they are registered for masking first.
    service.secrets?.remember(secretsOfRequest(checked.body));
    const call = { match, person, path, requestId };
    const audited = operation.audited ? auditTrail(call, service.clock, parts.recordAudit) : undefined;
    try {
      await audited?.intent();
    } catch (error) {
      log.error({ err: error, requestId }, "audit log write failed");
      return errorResponse(operation.family, auditUnavailable, requestId);
    }
    const implementation = own.get(operation);
    const outcome = implementation
      ? await runDashboardOperation(implementation, { ...checked, person, request, requestId }, log)
      : await sharedForward({
          operation,
          path,
          search: url.search,
          bytes: checked.bytes,
          headers: request.headers,
          signal: request.signal,
          requestId,
          acting: actingIn(person, checked.params),
          shutdown: parts.shutdown,
        });
    await audited?.outcome(outcome).catch((error: unknown) => {
      log.error({ err: error, requestId, status: outcome.status }, "audit outcome write failed");
    });
    if (operation.method !== "GET" && !implementation) {
      const write = { operation, params: checked.params, status: outcome.status };
      await parts.onWrite?.(write).catch((error: unknown) => {
        log.error({ err: error, requestId }, "index update failed after write");
      });
    }
    if ("error" in outcome) return errorResponse(operation.family, outcome.error, requestId);
    return outcome.response;
  };

  /** The signed-in user, or why the call is denied. */
  async function authorize(
    operation: Operation,
    request: Request,
    requestId: string,
  ): Promise<Person | { error: ApiError }> {
    let person: Person | undefined;
    try {
      person = await parts.person({ fresh: request.method !== "GET" });
    } catch (error) {
      log.error({ err: error, requestId }, "session check failed");
      return { error: storeUnavailable };
    }
    if (!person) return { error: signedOut };
    const denied = checkAccess(operation, person, request, parts.webUrl);
    return denied ? { error: denied } : person;
  }
}

function checkAccess(operation: Operation, person: Person, request: Request, webUrl: string): ApiError | undefined {
  if (!roleAllows(person.role, operation.role)) {
    const message = `This requires the ${operation.role} role; yours is ${person.role}. Nothing was changed.`;
    return { status: 403, code: "role_forbidden", message };
  }
  if (operation.method !== "GET" && !isSameOrigin(request.headers, webUrl)) return crossOrigin;
  return undefined;
}

function unknownPath(method: string, path: string): ApiError {
  return { status: 404, code: "not_found", message: `Operation ${method} ${path} not found.` };
}
