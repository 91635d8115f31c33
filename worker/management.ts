import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";

export interface Management {
  port: number;
  close(): void;
}

/** Serves `/healthz` (the process is up), `/readyz` (it can take a run) and `/metrics`. Throws if the address is in use. */
export async function serveManagement(options: {
  host: string;
  port: number;
  isReady(): boolean;
  registry: Registry;
}): Promise<Management> {
  const respond = async (path: string): Promise<{ status: number; type: string; text: string }> => {
    if (path === "/healthz") return { status: 200, type: "text/plain", text: "ok\n" };
    if (path === "/readyz") {
      return options.isReady()
        ? { status: 200, type: "text/plain", text: "ready\n" }
        : { status: 503, type: "text/plain", text: "not connected or busy\n" };
    }
    if (path !== "/metrics") return { status: 404, type: "text/plain", text: "not found\n" };
    return { status: 200, type: options.registry.contentType, text: await options.registry.metrics() };
  };
  const server = createServer(async (request, response) => {
    const { status, type, text } = await respond((request.url ?? "/").split("?")[0] ?? "/");
    response.writeHead(status, { "content-type": type }).end(text);
  });
  server.listen(options.port, options.host);
  await once(server, "listening");
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : options.port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
