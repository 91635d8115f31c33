import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { createAdaptorServer } from "@hono/node-server";
import { systemIds } from "@/lib/core/ids";
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
  address: { host: string; port: number },
  upgrade?: Upgrade,
): Promise<HttpServer> {
  const fetch = async (request: Request, bindings: HttpBindings | Http2Bindings) => {
    const started = context.clock.now();
    const target = bindings.incoming.url ?? "/";
    const mark = target.indexOf("?");
    const [path, query] = mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
    const sent = request.headers.get("x-request-id") ?? "";
    const requestId = wellFormedRequestId.test(sent) ? sent : systemIds.uuid();
    const response = await route(request, path, query, requestId, bindings.incoming.socket.remoteAddress ?? "");
    const headers = new Headers(response.headers);
    headers.set("x-request-id", requestId);
    headers.set("x-content-type-options", "nosniff");
    const ms = context.clock.now() - started;
    context.log.debug({ requestId, method: request.method, path, status: response.status, ms }, "request");
    return new Response(response.body, { status: response.status, headers });
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
