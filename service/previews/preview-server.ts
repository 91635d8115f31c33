import { once } from "node:events";
import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { type Duplex, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Clock } from "@/lib/core/clock";
import { endConnection } from "@/lib/core/http/end-connection";
import { watchAccess } from "@/lib/core/watch-access";
import { PortUnavailableError } from "@/runner/port-streams/port-unavailable-error";
import type { PortConnection } from "@/runner/run/run-spec";
import { joinStreams } from "@/runner/sandbox/inside/join-streams";
import { cookieName, previewCookie, requestHeaders, responseHeaders, ticketPath } from "./preview-headers";
import type { Preview, PreviewSessions } from "./preview-sessions";

/** Bytes of a request's and of a response's body. */
const maxBodyBytes = 256 * 1024 ** 2;
/** Connections of all previews together, and to the server inside of one. */
const maxConnections = 512;
const maxConnectionsEach = 64;
const headersTimeoutMs = 20_000;
const idleTimeoutMs = 5 * 60_000;

export interface PreviewServer {
  port: number;
  close(): Promise<void>;
}

export interface PreviewServerOptions {
  previews: Pick<PreviewSessions, "find">;
  clock: Clock;
  host: string;
  port: number;
  /** Origin of a preview's label. */
  originOf(label: string): string;
}

function limitBytes(limit: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      callback(size > limit ? new Error("body too large") : null, chunk);
    },
  });
}

function respond(response: ServerResponse, status: number, text: string, more: OutgoingHttpHeaders = {}): void {
  if (response.headersSent) return void response.destroy();
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", connection: "close" };
  response.writeHead(status, { ...headers, ...more, "x-content-type-options": "nosniff" }).end(`${text}\n`);
}

/** Exchanges a ticket for the cookie. The page, not a redirect, leads on, because the cookie is only sent from its own site. */
function redeem(preview: Preview, url: URL, response: ServerResponse): void {
  const cookie = preview.redeem(url.searchParams.get("ticket") ?? "");
  if (cookie === undefined)
    return void respond(response, 403, "This link was already used or has expired. Open the preview again.");
  const secure = url.protocol === "https:" ? "; Secure" : "";
  response
    .writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "set-cookie": `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict${secure}`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    })
    .end('<!doctype html><html lang="en"><title>Opening preview…</title><meta http-equiv="refresh" content="0;url=/">');
}

/** Sends a request over `socket`, which is paused. Node's client reads a paused socket only after it is resumed. */
function requestOver(socket: PortConnection, options: RequestOptions): ClientRequest {
  const request = httpRequest({ ...options, createConnection: () => socket, setHost: false });
  return request.once("socket", () => socket.resume());
}

/**
 * Serves previews, each on its own host name, from servers in the sandboxes of runs. Both sides are untrusted: a request needs
 * the cookie of its preview, and everything is limited.
 */
export async function startPreviewServer({
  previews,
  clock,
  host,
  port,
  originOf,
}: PreviewServerOptions): Promise<PreviewServer> {
  const open = new Map<string, number>();

  /** The preview of a host name, which must be exactly the one of its origin. */
  function previewOf(request: IncomingMessage): { preview: Preview; origin: string } | undefined {
    const header = request.headers.host ?? "";
    const preview = previews.find(header.split(".", 1)[0] ?? "");
    const origin = preview && originOf(preview.label);
    return preview && origin !== undefined && new URL(origin).host === header ? { preview, origin } : undefined;
  }
  const isAuthorized = ({ headers }: IncomingMessage, preview: Preview) =>
    preview.accepts(previewCookie(headers.cookie) ?? "");

  /** Connects to the server inside while the user has access. Throws when there is none or its connections are used up. */
  async function connectTo(preview: Preview): Promise<PortConnection> {
    if (!(await preview.isAuthorized())) {
      throw new PortUnavailableError("You no longer have access to this preview.");
    }
    const count = open.get(preview.label) ?? 0;
    if (count >= maxConnectionsEach) {
      throw new PortUnavailableError("This preview has too many open connections. Close some pages and reload.");
    }
    open.set(preview.label, count + 1);
    const release = () => {
      const left = (open.get(preview.label) ?? 1) - 1;
      if (left === 0) open.delete(preview.label);
      else open.set(preview.label, left);
    };
    try {
      const socket = await preview.connect();
      socket.setTimeout(idleTimeoutMs, () => socket.destroy());
      const unwatch = watchAccess({ clock, isAuthorized: preview.isAuthorized }, () => socket.destroy());
      return socket.once("close", release).once("close", unwatch);
    } catch (error) {
      release();
      throw error;
    }
  }

  async function forward(request: IncomingMessage, response: ServerResponse, preview: Preview, origin: string) {
    const socket = await connectTo(preview);
    response.once("close", () => socket.destroy());
    const forwarded = requestOver(socket, {
      method: request.method ?? "GET",
      path: request.url ?? "/",
      headers: { ...requestHeaders(request.headers, origin, preview.port), connection: "close" },
    });
    // It can still fail after the response has started.
    forwarded.on("error", () => (response.headersSent ? response.destroy() : undefined));
    const responded = once(forwarded, "response");
    responded.catch(() => undefined);
    // A server may answer before it has read the whole body.
    pipeline(request, limitBytes(maxBodyBytes), forwarded).catch(() => socket.destroy());
    const [answer]: IncomingMessage[] = await responded;
    if (!answer) throw new Error("no response");
    response.writeHead(answer.statusCode ?? 502, responseHeaders(answer.headers, origin, preview.port));
    await pipeline(answer, limitBytes(maxBodyBytes), response);
  }

  /** Only an accepted upgrade is joined: any other response could be followed by requests of other clients of a reverse proxy. */
  async function forwardUpgrade(
    request: IncomingMessage,
    { client, head }: { client: Duplex; head: Buffer },
    preview: Preview,
    origin: string,
  ): Promise<void> {
    const upgrade = { connection: "Upgrade", upgrade: "websocket" };
    const socket = await connectTo(preview);
    client.once("close", () => socket.destroy());
    const forwarded = requestOver(socket, {
      path: request.url ?? "/",
      headers: { ...requestHeaders(request.headers, origin, preview.port), ...upgrade },
    });
    forwarded.on("response", () => forwarded.destroy(new Error("no upgrade")));
    const upgraded: Promise<[IncomingMessage, Duplex, Buffer]> = new Promise((resolve, reject) => {
      forwarded.on("upgrade", (...each) => resolve(each)).on("close", () => reject(new Error("no upgrade")));
      forwarded.on("error", reject);
    });
    forwarded.end();
    const [response, target, first] = await upgraded;
    const headers = { ...responseHeaders(response.headers, origin, preview.port), ...upgrade };
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => `${name}: ${each}\r\n`),
    );
    client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
    if (first.length > 0) client.write(first);
    if (head.length > 0) target.write(head);
    joinStreams(client, target);
  }

  const server = createServer({ maxHeaderSize: 32 * 1024, headersTimeout: headersTimeoutMs }, (request, response) => {
    const found = previewOf(request);
    if (!found) return respond(response, 404, "Preview not found. Previews end with their run.");
    const { preview, origin } = found;
    const target = request.url ?? "/";
    if (!target.startsWith("/")) return respond(response, 400, "Invalid request target.");
    if (target.startsWith(`${ticketPath}?`)) return redeem(preview, new URL(origin + target), response);
    if (!isAuthorized(request, preview)) return respond(response, 401, "Open the preview from the agent's page.");
    forward(request, response, preview, origin).catch((error) => {
      if (error instanceof PortUnavailableError) respond(response, 503, error.message);
      else {
        // A page that was opened while the server starts.
        const text = `The server on port ${preview.port} isn't responding. This page reloads until it does.`;
        respond(response, 502, text, request.method === "GET" ? { refresh: "2" } : {});
      }
    });
  });
  server.maxConnections = maxConnections;
  server.on("upgrade", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => client.destroy());
    const found = previewOf(request);
    const isOwn = found && request.headers.origin === found.origin && isAuthorized(request, found.preview);
    if (!found || !isOwn || request.headers.upgrade?.toLowerCase() !== "websocket") {
      return endConnection(client, "HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
    }
    const { preview, origin } = found;
    forwardUpgrade(request, { client, head }, preview, origin).catch(() =>
      endConnection(client, "HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n"),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : port,
    async close() {
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, "close");
    },
  };
}
