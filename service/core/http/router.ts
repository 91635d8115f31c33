import { ZodError } from "zod";
import { firstProblem } from "@/lib/contract/errors";
import { createMatcher } from "@/lib/contract/match";
import type { Family, Operation } from "@/lib/contract/operation";
import { queryValues } from "@/lib/contract/query-values";
import { table } from "@/lib/contract/tables/service-table.generated";
import type { Context } from "../context";
import { holdsScope, type Principal } from "../principal";
import { connectionLost } from "../store/retry-on-disconnect";
import { errorBody, familyOf } from "./error-body";
import type { Implementation } from "./implement";
import type { WithPoints } from "./points";
import { budgetHeaders } from "./points";
import { createRateLimit } from "./rate-limit";
import { Refusal, refuse } from "./refusal";
import { readJsonBody, refuseNul } from "./request-body";

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

const teamOf = (principal: Principal) => ("teamId" in principal ? `team ${principal.teamId}` : principal.kind);

function unauthorized(family: Family): Refusal {
  const message = "Invalid or missing API key";
  return family === "repohost"
    ? new Refusal(401, "Unauthenticated", message)
    : new Refusal(401, "unauthorized", message, undefined, { "www-authenticate": 'Basic realm="api"' });
}

/** Refuses tokens of apps that lack a scope of the operation; people's credentials hold what people may do. */
function requireScopes(principal: Principal, { scopes, ambient }: Operation): void {
  if (ambient || scopes.every((scope) => holdsScope(principal, scope))) return;
  throw refuse.repohost("PermissionDenied", "The token lacks a scope");
}

/** A hosting refusal for want of rights names the scopes of the operation. */
function namingScopes(refusal: Refusal, operation: Operation | undefined): Refusal {
  const { status, code, message, field, headers } = refusal;
  const missing = operation?.scopes.filter((scope) => !message.includes(scope)) ?? [];
  if (operation?.family !== "repohost" || status !== 403 || missing.length === 0) return refusal;
  return new Refusal(status, code, `${message} (needs ${missing.join(", ")})`, field, headers);
}

const longestPathShown = 200;

/** Names method and path, and nothing of the query string. */
function noSuchOperation(family: Family, method: string, rawPath: string): Refusal {
  if (family !== "repohost") return new Refusal(404, "not_found", "No such operation");
  const path = rawPath.length > longestPathShown ? `${rawPath.slice(0, longestPathShown)}…` : rawPath;
  return refuse.repohost("NotFound", `There is no operation ${method} ${path}`);
}

/** What a request has cost so far. */
interface Charge {
  headers: Readonly<Record<string, string>>;
  giveBack(): void;
}

const free: Charge = { headers: {}, giveBack: () => {} };

/** Charged before the operation begins, whatever becomes of it; who may not do it at all gets the points back. */
function charge({ points }: WithPoints, principal: Principal, cost: number): Charge {
  const budget = points.take(principal, cost);
  return { headers: budgetHeaders(budget, "core"), giveBack: () => points.giveBack(principal, cost) };
}

const lostDatabase =
  "The service lost its database for a moment. A change may have been made: look before trying it again";

function asRefusal(error: unknown, family: Family, context: Context, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ZodError) {
    const { field, message } = firstProblem(error);
    return refuse.field(field, message);
  }
  if (connectionLost(error)) {
    context.log.warn({ err: error, requestId }, "an operation lost the database");
    return family === "repohost"
      ? refuse.repohost("Unavailable", lostDatabase)
      : new Refusal(500, "internal_error", lostDatabase);
  }
  context.log.error({ err: error, requestId }, "operation failed");
  return new Refusal(500, "internal_error", "The service failed to respond; the request id names what happened");
}

/** Who the `Authorization` header speaks for; `undefined` without valid credentials. */
export type Authenticate = (authorization: string | null) => Promise<Principal | undefined>;

/** What subjects decide about a call before it is carried out. */
export interface Gates {
  authenticate: Authenticate;
  /**
   * Throws a {@link Refusal} for a call the principal's credentials allow and something else does not. `onStream`
   * replaces the response of an operation that streams.
   */
  admit(
    principal: Principal,
    operation: Operation,
    params: Readonly<Record<string, string>>,
  ): Promise<{ onStream?: (response: Response) => Response } | undefined>;
}

/**
 * Answers one request to the APIs: matches it in the contract table on the raw path, authenticates, charges the rate
 * limit, parses, and runs the operation. Every refusal has its family's shape.
 */
export function createRouter<C extends Context & WithPoints>(
  context: C,
  implementations: readonly Implementation<C>[],
  gates: Gates,
) {
  const matcher = createMatcher(table);
  const byId = new Map(implementations.map((each) => [each.operation.id, each]));
  const rateLimit = createRateLimit(context.settings.rateLimitPerMinute, context.clock);

  return async function route(request: Request, rawPath: string, rawQuery: string, requestId: string) {
    const match = matcher.match(request.method, rawPath);
    const family = match?.operation.family ?? familyOf(rawPath, "/v1/repohost");
    let charged = free;
    try {
      const principal = await gates.authenticate(request.headers.get("authorization"));
      if (!principal) throw unauthorized(family);
      if (!match) throw noSuchOperation(family, request.method, rawPath);
      const { operation, params } = match;
      if (family !== "repohost") rateLimit.take(teamOf(principal));
      if (!operation.credentials.some((kind) => kind === principal.kind)) {
        throw new Refusal(
          403,
          family === "repohost" ? "PermissionDenied" : "role_forbidden",
          `A ${principal.kind} credential may not call ${operation.id}`,
        );
      }
      requireScopes(principal, operation);
      const admission = await gates.admit(principal, operation, params);
      if (family === "repohost") charged = charge(context, principal, operation.points);
      const implementation = byId.get(operation.id);
      if (!implementation) throw new Refusal(501, "not_implemented", `${operation.id} is not available yet`);
      const body = operation.body ? await readJsonBody(request) : undefined;
      const query = queryValues(new URLSearchParams(rawQuery));
      refuseNul(query);
      const result = await implementation.handle(
        { params, query, body, principal, request, requestId, signal: request.signal },
        context,
      );
      if (operation.success === 204) return new Response(null, { status: 204, headers: charged.headers });
      if (!(result instanceof Response)) return json(operation.success, result, charged.headers);
      for (const [name, value] of Object.entries(charged.headers)) result.headers.set(name, value);
      return operation.stream && admission?.onStream ? admission.onStream(result) : result;
    } catch (error) {
      const refusal = namingScopes(asRefusal(error, family, context, requestId), match?.operation);
      if (refusal.status === 403) charged.giveBack();
      const body = errorBody(family, refusal, requestId);
      const headers = refusal.status === 403 ? refusal.headers : { ...charged.headers, ...refusal.headers };
      // The hosting API has no status of its own for a body that is too large.
      const status = family === "repohost" && refusal.status === 413 ? 400 : refusal.status;
      return json(status, body, headers);
    }
  };
}
