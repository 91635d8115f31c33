import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { createAdaptorServer } from "@hono/node-server";
import { clientAddressReader } from "@/lib/core/http/network";
import { systemIds } from "@/lib/core/ids";
import { describeSpan, traced } from "@/lib/core/tracing/tracing";
import type { Context } from "../context";

/** Handles a request. `client` is the network address it came from. */
export type Route = (
  request: Request,
  rawPath: string,
  rawQuery: string,
  requestId: string,
  client: string,
) => Promise<Response>;

/** Visible text of any caller; anything else gets a generated id. */
const wellFormedRequestId = /^[\x20-\x7e]{1,256}$/;

/** Requests of monitoring systems. */
const untraced: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Handles an HTTP upgrade request. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface HttpServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves `route` with the raw, still encoded path. Every response has an `X-Request-Id`: the caller's if it is well formed.
 * Throws when the address is in use.
 */
export async function serve(
  context: Pick<Context, "log" | "clock">,
  route: Route,
  address: { host: string; port: number; trustedProxies: readonly string[] },
  upgrade?: Upgrade,
): Promise<HttpServer> {
  const tracedRoute: Route = (request, path, ...rest) => {
    if (untraced.has(path)) return route(request, path, ...rest);
    const attributes = { "http.request.method": request.method };
    return traced(request.method, { kind: "SERVER", attributes, root: request.headers }, async () => {
      const response = await route(request, path, ...rest);
      describeSpan({ attributes: { "http.response.status_code": response.status } });
      return response;
    });
  };
  const clientOf = clientAddressReader(address.trustedProxies);
  const fetch = async (request: Request, bindings: HttpBindings | Http2Bindings) => {
    const started = context.clock.now();
    const target = bindings.incoming.url ?? "/";
    const mark = target.indexOf("?");
    const [path, query] = mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
    const sent = request.headers.get("x-request-id") ?? "";
    const requestId = wellFormedRequestId.test(sent) ? sent : systemIds.uuid();
    const client = clientOf(bindings.incoming.socket.remoteAddress ?? "", request.headers.get("x-forwarded-for"));
    const response = await tracedRoute(request, path, query, requestId, client);
    response.headers.set("x-request-id", requestId);
    response.headers.set("x-content-type-options", "nosniff");
    const ms = context.clock.now() - started;
    context.log.debug({ requestId, method: request.method, path, status: response.status, ms }, "request");
    return response;
  };
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server;
  if (upgrade) server.on("upgrade", upgrade);
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 0;
  server.listen(address.port, address.host);
  await once(server, "listening");
  const bound = server.address();
  const port = bound === null || typeof bound === "string" ? address.port : bound.port;
  return {
    url: `http://${address.host.includes(":") ? `[${address.host}]` : address.host}:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, "close");
    },
  };
}
