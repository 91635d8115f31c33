import { request as httpRequest, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Ids } from "@/lib/core/ids";
import { createToolFilter, type ToolFilter } from "../sandbox/inside/tool-filter";
import { EventFilter } from "./event-filter";

/** An MCP server over HTTP of which an agent can only use some tools. */
export interface LimitedServer {
  url: string;
  type: "http" | "sse";
  headers: Readonly<Record<string, string>>;
  tools: readonly string[];
}

export interface ToolGateway {
  handler: RequestListener;
  /** Path of a server. It contains a secret, so only the agent that receives it can use the server. */
  add(server: LimitedServer): string;
}

interface GatewayOptions {
  ids: Ids;
  /** Opens a connection to a host and port that the run's egress policy allows. */
  connect(target: { host: string; port: number }): Promise<Socket>;
}

const maxMessageBytes = 16 * 1024 ** 2;
/** Requests of one run at a time, event streams included: each can buffer a message. */
const maxRequests = 32;
/** Headers of one connection, and those that would reveal or change how a message is encoded. */
const dropped = new Set(
  ["accept-encoding", "connection", "content-encoding", "content-length", "expect", "host", "keep-alive"].concat([
    "location",
    "proxy-authorization",
    "proxy-connection",
    "set-cookie",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
  ]),
);

function keptHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined || dropped.has(name.toLowerCase()) ? [] : [[name.toLowerCase(), value]],
  );
  return Object.fromEntries(entries);
}

class GatewayError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function readMessage(stream: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxMessageBytes) throw new GatewayError(413, "message too large");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new GatewayError(400, "invalid JSON");
  }
}

/** The address a request is for: the server's, or the endpoint that an SSE server announced, on the same origin only. */
function targetOf(server: LimitedServer, endpoint: string | null): URL {
  const url = new URL(server.url);
  if (endpoint === null) return url;
  const target = URL.canParse(endpoint, url) ? new URL(endpoint, url) : undefined;
  if (target?.origin !== url.origin) throw new GatewayError(400, "invalid endpoint");
  return target;
}

async function open(target: URL, { connect }: GatewayOptions): Promise<Socket> {
  const secure = target.protocol === "https:";
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const socket = await connect({ host, port: Number(target.port || (secure ? 443 : 80)) });
  return secure ? connectTls({ socket, servername: host }) : socket;
}

function reply(response: ServerResponse, status: number, message: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(message));
}

/** Forwards the server's response with filtered tool lists. */
async function passOn(
  upstream: IncomingMessage,
  response: ServerResponse,
  filter: ToolFilter,
  path: string,
): Promise<void> {
  const { statusCode = 502, headers } = upstream;
  if (statusCode >= 300 && statusCode < 400) throw new GatewayError(502, "the MCP server sent a redirect");
  if (headers["content-encoding"]) throw new GatewayError(502, "the MCP server sent a compressed response");
  const type = headers["content-type"] ?? "";
  if (type.includes("json")) {
    const message = filter.response(await readMessage(upstream));
    response.writeHead(statusCode, keptHeaders(headers)).end(JSON.stringify(message));
    return;
  }
  response.writeHead(statusCode, keptHeaders(headers));
  response.flushHeaders();
  if (!type.includes("event-stream")) return void upstream.pipe(response);
  const events = new EventFilter(filter, (endpoint) => `${path}?endpoint=${encodeURIComponent(endpoint)}`);
  upstream
    .pipe(events)
    .on("error", () => response.destroy())
    .pipe(response);
}

async function forward(
  { server, filter, path }: { server: LimitedServer; filter: ToolFilter; path: string },
  request: IncomingMessage,
  response: ServerResponse,
  options: GatewayOptions,
): Promise<void> {
  const { method = "GET" } = request;
  if (!["GET", "POST", "DELETE"].includes(method)) throw new GatewayError(405, "method not allowed");
  const target = targetOf(server, new URL(request.url ?? "", "http://gateway").searchParams.get("endpoint"));
  let body: string | undefined;
  if (method === "POST") {
    const verdict = filter.request(await readMessage(request));
    // An SSE server replies on its stream, so a client ignores the body of this response.
    if ("reply" in verdict) return reply(response, server.type === "sse" ? 403 : 200, verdict.reply);
    body = JSON.stringify(verdict.forward);
  }
  const socket = await open(target, options);
  response.on("close", () => socket.destroy());
  const upstream = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const headers = {
      ...keptHeaders(request.headers),
      ...keptHeaders(server.headers),
      ...length,
      host: target.host,
      connection: "close",
    };
    httpRequest({ createConnection: () => socket, method, path: `${target.pathname}${target.search}`, headers })
      .on("response", resolve)
      .on("error", reject)
      .end(body);
  });
  await passOn(upstream, response, filter, path);
}

/**
 * Lets an agent use some tools of MCP servers over HTTP: it receives an address of this gateway and neither the servers'
 * addresses nor their credentials.
 */
export function createToolGateway(options: GatewayOptions): ToolGateway {
  const servers = new Map<string, { server: LimitedServer; filter: ToolFilter; path: string }>();
  let requests = 0;
  return {
    add(server) {
      const path = `/${options.ids.uuid()}`;
      servers.set(path, { server, filter: createToolFilter(server.tools), path });
      return path;
    },
    handler(request, response) {
      const known = servers.get((request.url ?? "").replace(/\?.*$/s, ""));
      if (!known) return reply(response, 404, { error: "MCP server not found" });
      if (requests >= maxRequests) return reply(response, 503, { error: "too many requests at a time" });
      requests += 1;
      response.on("close", () => {
        requests -= 1;
      });
      forward(known, request, response, options).catch((error: unknown) => {
        if (response.headersSent) return void response.destroy();
        const status = error instanceof GatewayError ? error.status : 502;
        reply(response, status, { error: error instanceof Error ? error.message : "connection failed" });
      });
    },
  };
}
