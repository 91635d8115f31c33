import { ZodError } from "zod";
import { GitLimitExceeded } from "@/git/run-git";
import { firstProblem } from "@/lib/contract/errors";
import { familyOf } from "@/lib/contract/family";
import { createMatcher, type Match } from "@/lib/contract/match";
import type { Family, Operation } from "@/lib/contract/operation";
import { queryValues } from "@/lib/contract/query-values";
import { table } from "@/lib/contract/tables/service-table.generated";
import { guardStream } from "@/lib/core/http/guard-stream";
import { closeAfter } from "@/lib/core/http/request-body";
import { describeSpan } from "@/lib/core/tracing/tracing";
import type { Context } from "../context";
import { hasScope, type Principal } from "../principal";
import { isConnectionError } from "../store/retry-on-disconnect";
import { ApiError, apiError } from "./api-error";
import { errorBody } from "./error-body";
import type { Implementation } from "./implement";
import type { WithPoints } from "./points";
import { budgetHeaders, principalKey } from "./points";
import { createRateLimit } from "./rate-limit";
import { readJsonBody, rejectUnstorable } from "./request-body";

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

const teamOf = (principal: Principal) => ("teamId" in principal ? `team ${principal.teamId}` : principal.kind);

function unauthorized(family: Family): ApiError {
  const message = "Invalid or missing API key";
  return family === "repohost"
    ? new ApiError(401, "Unauthenticated", message)
    : new ApiError(401, "unauthorized", message, undefined, { "www-authenticate": 'Basic realm="api"' });
}

/** Throws 403 for credentials of another kind, and for an app token without the operation's scopes. Other credentials aren't scoped. */
function requireCredential(principal: Principal, { id, family, credentials, scopes, ambient }: Operation): void {
  if (!credentials.some((kind) => kind === principal.kind)) {
    throw new ApiError(
      403,
      family === "repohost" ? "PermissionDenied" : "role_forbidden",
      `A ${principal.kind} credential can't call ${id}`,
    );
  }
  if (ambient || scopes.every((scope) => hasScope(principal, scope))) return;
  throw apiError.repohost("PermissionDenied", "The token is missing a scope");
}

/** Adds the operation's scopes to the message of a hosting API 403. */
function withMissingScopes(error: ApiError, operation: Operation | undefined): ApiError {
  const { status, code, message, field, headers } = error;
  const unnamed = operation?.scopes.filter((scope) => !message.includes(scope)) ?? [];
  if (operation?.family !== "repohost" || status !== 403 || unnamed.length === 0) return error;
  return new ApiError(status, code, `${message} (requires ${unnamed.join(", ")})`, field, headers);
}

const maxPathLength = 200;
/** Access can end while a body takes longer to arrive. */
const slowBodyMs = 1_000;

/** The message includes the method and path, but not the query string. */
function operationNotFound(family: Family, method: string, rawPath: string): ApiError {
  if (family !== "repohost") return new ApiError(404, "not_found", "Operation not found");
  const path = rawPath.length > maxPathLength ? `${rawPath.slice(0, maxPathLength)}…` : rawPath;
  return apiError.repohost("NotFound", `Operation ${method} ${path} not found`);
}

/** The points charged for a request. */
interface Charge {
  headers: Readonly<Record<string, string>>;
  refund(): Promise<void>;
}

const noCharge: Charge = { headers: {}, refund: async () => {} };

/** Charged before the operation runs, regardless of its outcome. A denied request (403) is refunded. */
async function charge({ points, log }: Context & WithPoints, principal: Principal, cost: number): Promise<Charge> {
  const budget = await points.charge(principal, cost);
  const notRefunded = (error: unknown) => log.warn({ err: error }, "couldn't refund points");
  return {
    headers: budgetHeaders(budget, "core"),
    refund: () => points.refund(principal, cost).catch(notRefunded),
  };
}

const databaseUnavailable =
  "The database was temporarily unavailable. The change may have been saved. Check before you retry";

const tooLarge = "The comparison is too large to compute";

function toApiError(error: unknown, family: Family, context: Context, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ZodError) {
    const { field, message } = firstProblem(error);
    return apiError.field(field, message);
  }
  if (isConnectionError(error)) {
    context.log.warn({ err: error, requestId }, "database connection lost during operation");
    return family === "repohost"
      ? apiError.repohost("Unavailable", databaseUnavailable)
      : new ApiError(500, "internal_error", databaseUnavailable);
  }
  if (error instanceof GitLimitExceeded) {
    context.log.warn({ err: error, requestId }, "git exceeded its limits");
    return family === "repohost"
      ? apiError.repohost("FailedPrecondition", tooLarge)
      : new ApiError(422, "too_large", tooLarge);
  }
  context.log.error({ err: error, requestId }, "operation failed");
  return new ApiError(500, "internal_error", "Internal error. See the service log for this request id");
}

/** For a request whose client disconnected, so that aborted work isn't logged as failed. */
const clientDisconnected = new ApiError(499, "client_closed_request", "The client disconnected");

/** Resolves an `Authorization` header to a principal; undefined without valid credentials. */
export type Authenticate = (authorization: string | null) => Promise<Principal | undefined>;

interface Streamed<C> {
  request: Request;
  params: unknown;
  implementation: Implementation<C>;
}

/** Checks before a call is handled. */
export interface Gates {
  authenticate: Authenticate;
  /**
   * Throws an {@link ApiError} for a call that the credentials allow but other rules forbid. `onStream` replaces the response
   * of a streaming operation.
   */
  admit(
    principal: Principal,
    operation: Operation,
    params: Readonly<Record<string, string>>,
  ): Promise<{ onStream?: (response: Response) => Response } | undefined>;
}

/**
 * Creates the API request handler: matches the raw path in the contract table, authenticates, applies rate limits, parses
 * and runs the operation. Errors use the API family's format.
 */
export function createRouter<C extends Context & WithPoints>(
  context: C,
  implementations: readonly Implementation<C>[],
  gates: Gates,
) {
  const matcher = createMatcher(table);
  const byId = new Map(implementations.map((each) => [each.operation.id, each]));
  const rateLimit = createRateLimit(context.settings.rateLimitPerMinute, context.clock);
  const runLimit = createRateLimit(context.settings.runsPerMinute, context.clock, "runs");

  /** A stream that ends within seconds when its credential is revoked, or its caller loses access to the subject. */
  function guarded(response: Response, { request, params, implementation }: Streamed<C>): Response {
    const { status, headers, body } = response;
    if (!body) return response;
    const isAuthorized = async () => {
      const principal = await gates.authenticate(request.headers.get("authorization"));
      if (!principal || !implementation.operation.credentials.some((kind) => kind === principal.kind)) return false;
      return (await implementation.remains?.({ params, principal }, context)) ?? true;
    };
    return new Response(guardStream(body, { clock: context.clock, isAuthorized }), { status, headers });
  }

  /** The caller of a request whose body was slow. Throws as for a new request. */
  async function authorizeAgain(request: Request, { operation, params }: Match<Operation>): Promise<Principal> {
    const principal = await gates.authenticate(request.headers.get("authorization"));
    if (!principal) throw unauthorized(operation.family);
    requireCredential(principal, operation);
    await gates.admit(principal, operation, params);
    return principal;
  }

  return async function route(request: Request, rawPath: string, rawQuery: string, requestId: string) {
    const match = matcher.match(request.method, rawPath);
    const family = match?.operation.family ?? familyOf(rawPath);
    let charged = noCharge;
    try {
      const sender = await gates.authenticate(request.headers.get("authorization"));
      if (!sender) throw unauthorized(family);
      if (!match) throw operationNotFound(family, request.method, rawPath);
      const { operation, params } = match;
      const route = { "http.route": operation.path };
      describeSpan({ name: `${operation.method} ${operation.path}`, attributes: route });
      if (family !== "repohost") rateLimit.charge(teamOf(sender));
      requireCredential(sender, operation);
      if (operation.startsRun) runLimit.charge(principalKey(sender));
      const admission = await gates.admit(sender, operation, params);
      if (family === "repohost") charged = await charge(context, sender, operation.points);
      const implementation = byId.get(operation.id);
      if (!implementation) throw new ApiError(501, "not_implemented", `${operation.id} isn't implemented yet`);
      const startedAt = context.clock.now();
      const body = operation.body ? await readJsonBody(request, operation.bodyBytes, context.clock) : undefined;
      const isSlow = context.clock.now() - startedAt > slowBodyMs;
      const principal = isSlow ? await authorizeAgain(request, match) : sender;
      const query = queryValues(new URLSearchParams(rawQuery));
      rejectUnstorable(query);
      const result = await implementation.handle(
        { params, query, body, principal, request, requestId, signal: request.signal },
        context,
      );
      if (operation.success === 204) return new Response(null, { status: 204, headers: charged.headers });
      if (!(result instanceof Response)) return json(operation.success, result, charged.headers);
      for (const [name, value] of Object.entries(charged.headers)) result.headers.set(name, value);
      if (!operation.stream) return result;
      return guarded(admission?.onStream ? admission.onStream(result) : result, { request, params, implementation });
    } catch (cause) {
      const isDisconnected = !(cause instanceof ApiError) && request.signal.aborted;
      if (isDisconnected) context.log.debug({ err: cause, requestId }, "client disconnected");
      const known = isDisconnected ? clientDisconnected : toApiError(cause, family, context, requestId);
      const error = withMissingScopes(known, match?.operation);
      if (error.status === 403) await charged.refund();
      const body = errorBody(family, error, requestId);
      const headers = error.status === 403 ? error.headers : { ...charged.headers, ...error.headers };
      const isUnread = error.status === 408 || error.status === 413;
      // The hosting API has no separate status for a body that is too large or slow.
      const response = json(family === "repohost" && isUnread ? 400 : error.status, body, headers);
      return isUnread ? closeAfter(request, response) : response;
    }
  };
}
