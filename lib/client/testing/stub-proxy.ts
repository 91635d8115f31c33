import { vi } from "vitest";

export interface ProxyCall {
  method: string;
  /** Without `/api`, with the query. */
  path: string;
  body?: unknown;
}

/**
 * Answers calls of `callProxy` in place of the dashboard and returns the calls made so far. Test files share a module graph, so
 * replacing the module with `vi.mock` has no effect on components that an earlier file imported. `respond` returns the
 * JSON of a successful response, or a `Response`.
 */
export function stubProxy(respond: (call: ProxyCall) => unknown): ProxyCall[] {
  const calls: ProxyCall[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const call: ProxyCall = {
      method,
      path: url.replace(/^\/api/, ""),
      ...(typeof body === "string" && { body: JSON.parse(body) }),
    };
    calls.push(call);
    const response = await respond(call);
    return response instanceof Response ? response : Response.json(response);
  });
  return calls;
}
