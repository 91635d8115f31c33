import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export interface JsonServer {
  url: string;
  close(): Promise<void>;
}

/** Starts a server on this machine that receives JSON. Requests that `handle` throws for get a 400. */
export async function startJsonServer(
  handle: (
    request: { method: string; path: string; headers: IncomingMessage["headers"]; body: unknown },
    response: ServerResponse,
  ) => void,
): Promise<JsonServer> {
  const server = createServer((incoming, response) => {
    const { method = "", url: path = "", headers } = incoming;
    bodyOf(incoming)
      .then((body) => handle({ method, path, headers, body }, response))
      .catch((error: unknown) => sendJson(response, 400, { error: { message: String(error) } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.looseObject({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
