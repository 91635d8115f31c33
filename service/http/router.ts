import { ZodError } from "zod";
import { firstProblem } from "@/lib/contract/errors";
import { createMatcher } from "@/lib/contract/match";
import type { Family } from "@/lib/contract/operation";
import { table } from "@/lib/contract/table";
import { checkAccount } from "../account/check-account";
import { lostStream } from "../account/lost-stream";
import { IntegrationRefusal } from "../account/refusals";
import { authenticate } from "../people/authenticate";
import type { Principal } from "../people/principal";
import type { Service } from "../service";
import { errorBody, familyOf } from "./error-body";
import type { Implementation } from "./implement";
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

function asRefusal(error: unknown, service: Service, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ZodError) {
    const { field, message } = firstProblem(error);
    return refuse.field(field, message);
  }
  service.log.error({ err: error, requestId }, "an operation failed");
  return new Refusal(500, "internal_error", "The service failed to answer; the request id names what happened");
}

/**
 * Answers one request to the APIs: matches it in the contract table on the raw path, authenticates, charges the rate
 * limit, parses, and runs the operation. Every refusal has its family's shape.
 */
export function createRouter(service: Service, implementations: readonly Implementation[]) {
  const matcher = createMatcher(table);
  const byId = new Map(implementations.map((each) => [each.operation.id, each]));
  const rateLimit = createRateLimit(service.settings.rateLimitPerMinute, service.clock);

  return async function route(request: Request, rawPath: string, rawQuery: string, requestId: string) {
    const match = matcher.match(request.method, rawPath);
    const family = match?.operation.family ?? familyOf(rawPath, "/v1/repohost");
    try {
      const principal = await authenticate(service, request.headers.get("authorization"));
      if (!principal) throw unauthorized(family);
      if (!match) throw new Refusal(404, family === "repohost" ? "NotFound" : "not_found", "No such operation");
      const { operation, params } = match;
      rateLimit.take(teamOf(principal));
      if (!operation.credentials.some((kind) => kind === principal.kind)) {
        throw new Refusal(
          403,
          family === "repohost" ? "PermissionDenied" : "role_forbidden",
          `A ${principal.kind} credential may not call ${operation.id}`,
        );
      }
      const account = await checkAccount(service, principal, operation);
      const implementation = byId.get(operation.id);
      if (!implementation) throw new Refusal(501, "not_implemented", `${operation.id} is not available yet`);
      const body = operation.body ? await readJsonBody(request) : undefined;
      const query = Object.fromEntries(new URLSearchParams(rawQuery));
      refuseNul(query);
      const result = await implementation.handle(
        { params, query, body, principal, request, requestId, signal: request.signal },
        service,
      );
      if (!(result instanceof Response)) return json(operation.success, result);
      return operation.stream && account?.streamAvailable === false ? lostStream(result) : result;
    } catch (error) {
      const refusal = asRefusal(error, service, requestId);
      const body = refusal instanceof IntegrationRefusal ? refusal.body() : errorBody(family, refusal, requestId);
      return json(refusal.status, body, refusal.headers);
    }
  };
}
