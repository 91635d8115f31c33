import "server-only";
import { z } from "zod";
import { createMatcher, type Match } from "@/lib/contract/match";
import { type Family, type Operation, roleAllows } from "@/lib/contract/operation";
import type { Log } from "@/lib/core/log";
import { secretsOfRequest } from "@/lib/model/masking/known-secrets";
import { isSameOrigin, refuseForeignHost } from "@/lib/server/auth/request-origin";
import type { Person } from "@/lib/server/auth/session-reader";
import type { AuditEntry } from "@/lib/server/db/audit";
import type { Acting, Service } from "@/lib/server/upstream/client/service";
import { checkRequest } from "./check-request";
import { type DashboardOperation, runDashboardOperation } from "./dashboard-operation";
import { createFirstSights } from "./duplicate-request-guard";
import { forward, type Outcome } from "./forward";
import { familyOfPath, type Refusal, refusalBody } from "./refusal";
import { createSharedReads } from "./shared-reads";

export interface GatewayParts {
  /** Operations that go on to the service. */
  operations: readonly Operation[];
  /** Operations the dashboard answers itself. */
  own?: readonly DashboardOperation[];
  service: Service;
  webUrl: string;
  /** The person signed in; `fresh` re-reads them from the store. */
  person(options: { fresh: boolean }): Promise<Person | undefined>;
  recordAudit(entry: AuditEntry): Promise<void>;
  /** Hears of every write that the service was asked for, and how it ended. */
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

const crossOrigin: Refusal = {
  status: 403,
  code: "cross_origin",
  message: "Only this dashboard's own pages may change things. Nothing was changed.",
};
const signedOut: Refusal = { status: 401, code: "unauthorized", message: "Sign in to the dashboard first." };
const storeUnavailable: Refusal = {
  status: 503,
  code: "store_unavailable",
  message: "The dashboard can't reach its database to check the session. Nothing was changed.",
};
const repeated: Refusal = {
  status: 409,
  code: "repeated_call",
  message: "The connection broke and the browser sent this again. Whether the first one worked is not known.",
};
const auditUnavailable: Refusal = {
  status: 503,
  code: "audit_unavailable",
  message: "The dashboard can't write its audit log, so the call was not made. Nothing was changed.",
};

/**
 * The browser's way to the service: only operations of the contract, with the dashboard's credential, after every check
 * has passed. The bytes are forwarded as they came.
 */
export function createGateway(parts: GatewayParts): (request: Request) => Promise<Response> {
  const own = new Map((parts.own ?? []).map((implementation) => [implementation.operation.id, implementation]));
  const matcher = createMatcher([...parts.operations, ...[...own.values()].map(({ operation }) => operation)]);
  const { service, log } = parts;
  const isFirst = createFirstSights(service.clock);
  const make = createSharedReads(service.clock, (call) => forward(service, call));

  return async (request) => {
    const foreign = refuseForeignHost(request.headers, parts.webUrl);
    if (foreign) return foreign;
    const requestId = service.ids.uuid();
    const url = new URL(request.url);
    const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : "/";
    const match = matcher.match(request.method, path);
    if (!match) return refused(familyOfPath(path), unknownPath(request.method, path), requestId);
    const { operation } = match;

    let person: Person | undefined;
    try {
      person = await parts.person({ fresh: request.method !== "GET" });
    } catch (error) {
      log.error({ err: error, requestId }, "the session can't be checked");
      return refused(operation.family, storeUnavailable, requestId);
    }
    const refusal = refusalOf(operation, person, request, parts.webUrl);
    if (!person || refusal) return refused(operation.family, refusal ?? signedOut, requestId);
    const checked = await checkRequest(match, request);
    if ("refusal" in checked) return refused(operation.family, checked.refusal, requestId);
    if (!isFirst(person.id, request.headers.get("x-attempt-id"))) return refused(operation.family, repeated, requestId);

    // What is launched with a secret may print it: it is known before the service is.
    service.secrets?.remember(secretsOfRequest(checked.body));
    const audited = operation.audited ? auditTrail(match, person, path, requestId) : undefined;
    try {
      await audited?.intent();
    } catch (error) {
      log.error({ err: error, requestId }, "the audit log can't be written");
      return refused(operation.family, auditUnavailable, requestId);
    }
    const answer = own.get(operation.id);
    const outcome = answer
      ? await runDashboardOperation(answer, { ...checked, person, request, requestId }, log)
      : await make({
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
      log.error({ err: error, requestId, status: outcome.status }, "the outcome could not be audited");
    });
    if (operation.method !== "GET" && !answer) {
      const write = { operation, params: checked.params, status: outcome.status };
      await parts.onWrite?.(write).catch((error: unknown) => {
        log.error({ err: error, requestId }, "what the dashboard keeps could not follow a write");
      });
    }
    if ("refusal" in outcome) return refused(operation.family, outcome.refusal, requestId);
    return outcome.response;
  };

  function auditTrail({ operation, params }: Match<Operation>, person: Person, path: string, requestId: string) {
    const entry = (phase: "intent" | "outcome", status: number | undefined, detail: object): AuditEntry => ({
      at: new Date(service.clock.now()),
      personId: person.id,
      personEmail: person.email,
      operationId: operation.id,
      method: operation.method,
      path,
      phase,
      status,
      requestId,
      detail,
    });
    return {
      intent: () => parts.recordAudit(entry("intent", undefined, { params })),
      outcome: (outcome: Outcome) => {
        const detail = "refusal" in outcome ? { code: outcome.refusal.code } : {};
        return parts.recordAudit(entry("outcome", outcome.status, detail));
      },
    };
  }
}

const InRepository = z.object({ ownerSlug: z.string(), repoName: z.string() });

function actingIn(person: Person, params: unknown): Acting | undefined {
  const repository = InRepository.safeParse(params).data;
  return repository && { person, ...repository };
}

function refusalOf(
  operation: Operation,
  person: Person | undefined,
  request: Request,
  webUrl: string,
): Refusal | undefined {
  if (!person) return signedOut;
  if (!roleAllows(person.role, operation.role)) {
    const message = `This needs the role ${operation.role}; you are ${person.role}. Nothing was changed.`;
    return { status: 403, code: "role_forbidden", message };
  }
  if (operation.method !== "GET" && !isSameOrigin(request.headers, webUrl)) return crossOrigin;
  return undefined;
}

function unknownPath(method: string, path: string): Refusal {
  return { status: 404, code: "not_found", message: `There is no operation ${method} ${path}.` };
}

function refused(family: Family, refusal: Refusal, requestId: string): Response {
  return Response.json(refusalBody(family, refusal, requestId), {
    status: refusal.status,
    headers: { "cache-control": "no-store", "x-request-id": requestId, "x-content-type-options": "nosniff" },
  });
}
