import "server-only";
import { z } from "zod";
import { familyOf } from "@/lib/contract/family";
import { createMatcher } from "@/lib/contract/match";
import type { Operation } from "@/lib/contract/operation";
import { bypassHeader, parseBypassReason } from "@/lib/contract/rule-bypass-header";
import { guardDownload, guardStream } from "@/lib/core/http/guard-stream";
import { closeAfter } from "@/lib/core/http/request-body";
import { hasNull, rejectForeignHost } from "@/lib/server/auth/request-origin";
import { actingIn } from "@/lib/server/upstream/client/service";
import { type ApiError, errorResponse } from "./api-error";
import { authorize, type CallerParts } from "./authorize";
import { checkRequest } from "./check-request";
import { type DashboardOperation, runDashboardOperation } from "./dashboard-operation";
import { createDuplicateRequestGuard } from "./duplicate-request-guard";
import type { Actor } from "./extended-write";
import { forward } from "./forward";
import { type PerformParts, performCall } from "./perform-call";
import { createSharedReads } from "./shared-reads";

export interface GatewayParts extends PerformParts, CallerParts {
  /** Operations that are forwarded to the service. */
  operations: readonly Operation[];
  /** Operations the dashboard implements, including replacements for forwarded ones. */
  own?: readonly DashboardOperation[];
  /** Why the user can't use an agent that an operation of the dashboard is about, if they can't. */
  agentProblem?(user: Actor, agentId: string): Promise<ApiError | undefined>;
  shutdown: AbortSignal;
}

const prefix = "/api";
const OnAgent = z.object({ agentId: z.string() });

const invalidPath: ApiError = {
  status: 400,
  code: "validation_error",
  message: "invalid path: contains invalid percent-encoding or a null character",
};
const repeated: ApiError = {
  status: 409,
  code: "repeated_call",
  message: "The browser resent this request after a lost connection. The first one may have succeeded.",
};

/**
 * The browser's proxy to the service: forwards only operations in the contract, with the dashboard's credential, after all
 * checks pass. Bytes are forwarded unchanged, except for writes that `extendWrite` adds to.
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
    if (hasNull(path)) return errorResponse(familyOf(path), invalidPath, requestId);
    const match = matcher.match(request.method, path);
    if (!match) return errorResponse(familyOf(path), unknownPath(request.method, path), requestId);
    const { operation } = match;

    const sender = await authorize(parts, operation, request, requestId);
    if ("error" in sender) return errorResponse(operation.family, sender.error, requestId);
    const checked = await checkRequest(match, request, service.clock);
    if ("error" in checked) {
      const response = errorResponse(operation.family, checked.error, requestId);
      return checked.error.status === 413 || checked.error.status === 408 ? closeAfter(request, response) : response;
    }
    // Access can end while a slow body arrives.
    const user = checked.bytes ? await authorize(parts, operation, request, requestId) : sender;
    if ("error" in user) return errorResponse(operation.family, user.error, requestId);
    if (!isFirst(user.id, request.headers.get("x-attempt-id")))
      return errorResponse(operation.family, repeated, requestId);

    const implementation = own.get(operation);
    const bypassReason = parseBypassReason(request.headers.get(bypassHeader) ?? "");
    const { params, query, body } = checked;
    const { headers } = request;
    const call = { match, params, body, headers, user, path, requestId, bypassReason };
    const denied = implementation && (await denialOf(user, params, query));
    if (denied) return errorResponse(operation.family, denied, requestId);
    const outcome = await performCall(parts, { ...call, isOwn: implementation !== undefined }, (bytes, note) =>
      implementation
        ? runDashboardOperation(implementation, { ...checked, user, request, requestId, note }, log)
        : sharedForward({
            operation,
            path,
            search: url.search,
            bytes: bytes ?? checked.bytes,
            headers,
            signal: request.signal,
            requestId,
            acting: actingIn(user, params),
            shutdown: parts.shutdown,
          }),
    );
    if ("error" in outcome) return errorResponse(operation.family, outcome.error, requestId);
    const { response } = outcome;
    const isDownload = response.headers.has("content-disposition");
    return operation.stream || isDownload ? guarded(response, operation, request) : response;
  };

  /** Why the user can't use an operation of the dashboard on the agent that its path or query names. */
  async function denialOf(user: Actor, ...inputs: unknown[]): Promise<ApiError | undefined> {
    for (const input of inputs) {
      const agentId = OnAgent.safeParse(input).data?.agentId;
      const denied = agentId === undefined ? undefined : await parts.agentProblem?.(user, agentId);
      if (denied) return denied;
    }
  }

  /** A stream or download that ends with its session or token, or when its user loses the role. */
  function guarded(response: Response, operation: Operation, request: Request): Response {
    const { status, headers, body } = response;
    if (!response.ok || !body) return response;
    const isAuthorized = async () => {
      const again = await authorize(parts, operation, request, service.ids.uuid());
      return !("error" in again) || again.error.status >= 500;
    };
    const guard = operation.stream ? guardStream : guardDownload;
    return new Response(guard(body, { clock: service.clock, isAuthorized }), { status, headers });
  }
}

function unknownPath(method: string, path: string): ApiError {
  return { status: 404, code: "not_found", message: `Operation ${method} ${path} not found.` };
}
