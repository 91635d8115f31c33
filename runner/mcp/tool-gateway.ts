import { request as httpRequest, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { connectToServer } from "../sandbox/egress/connect-to-server";
import { allTools, createToolFilter, type ToolFilter } from "../sandbox/inside/tool-filter";
import { EventFilter } from "./event-filter";

/** An HTTP MCP server whose tools are limited for the agent, or whose access token the agent doesn't receive. */
export interface LimitedServer {
  url: string;
  type: "http" | "sse";
  headers: Readonly<Record<string, string>>;
  /** Tools the agent can use; `undefined` means all. */
  tools: readonly string[] | undefined;
  /** Returns the access token to send, another one if the server `rejected` it. */
  token?: ((rejected?: string) => Promise<string>) | undefined;
  /** PEM certificates to trust instead of the system's. */
  certificates?: string | undefined;
}

export interface ToolGateway {
  /** Adds a server. Returns the URL for the agent. */
  add(server: LimitedServer): Promise<string>;
}

interface GatewayOptions {
  /** Serves an endpoint to the run's processes. Returns its URL. */
  serve(endpoint: RequestListener): Promise<string>;
  /** Opens a connection to a host and port that the run's egress policy allows. */
  connect(target: { host: string; port: number }): Promise<Socket>;
}

const maxMessageBytes = 16 * 1024 ** 2;
/** Requests of one run at a time, event streams included: each can buffer a message. */
const maxRequests = 32;
/** Of one server: an agent's connections each get one. */
const maxEndpoints = 100;
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

interface ServedServer {
  server: LimitedServer;
  filter: ToolFilter;
  /** Endpoints that an SSE server sent to the agent. The agent must not use the credentials for other addresses. */
  announced: Set<string>;
}

function announce({ announced }: ServedServer, endpoint: string): void {
  announced.add(endpoint);
  for (const oldest of announced) {
    if (announced.size <= maxEndpoints) break;
    announced.delete(oldest);
  }
}

/** The address a request is for: the server's, or an endpoint that it announced, on the same origin only. */
function targetOf({ server, announced }: ServedServer, endpoint: string | null): URL {
  const url = new URL(server.url);
  if (endpoint === null) return url;
  const isKnown = announced.has(endpoint) && URL.canParse(endpoint, url);
  const target = isKnown ? new URL(endpoint, url) : undefined;
  if (target?.origin !== url.origin) throw new GatewayError(400, "invalid endpoint");
  return target;
}

function reply(response: ServerResponse, status: number, message: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(message));
}

/** Forwards the server's response with filtered tool lists. */
async function passOn(
  upstream: IncomingMessage,
  response: ServerResponse,
  served: ServedServer,
  path: string,
): Promise<void> {
  const { server, filter } = served;
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
  const events = new EventFilter(filter, (endpoint) => {
    if (server.type === "sse") announce(served, endpoint);
    return `${path}?endpoint=${encodeURIComponent(endpoint)}`;
  });
  upstream
    .pipe(events)
    .on("error", () => response.destroy())
    .pipe(response);
}

interface Forwarded {
  method: string;
  headers: Record<string, string | string[]>;
  body: string | undefined;
}

/** Sends a request to the server, with its access token. A rejected token is replaced once. */
async function sendUpstream(
  server: LimitedServer,
  target: URL,
  { method, headers, body }: Forwarded,
  opened: (socket: Socket) => void,
  options: GatewayOptions,
): Promise<IncomingMessage> {
  const send = async (token: string | undefined) => {
    const socket = await connectToServer(target, options.connect, server.certificates);
    opened(socket);
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const sent = { ...headers, ...length, ...authorization, host: target.host, connection: "close" };
    return new Promise<IncomingMessage>((resolve, reject) => {
      const path = `${target.pathname}${target.search}`;
      httpRequest({ createConnection: () => socket, method, path, headers: sent })
        .on("response", resolve)
        .on("error", reject)
        .end(body);
    });
  };
  const token = await server.token?.();
  const upstream = await send(token);
  if (upstream.statusCode !== 401 || token === undefined || !server.token) return upstream;
  upstream.destroy();
  return send(await server.token(token));
}

async function forward(
  served: ServedServer,
  request: IncomingMessage,
  response: ServerResponse,
  options: GatewayOptions,
): Promise<void> {
  const { server, filter } = served;
  const { pathname, searchParams } = new URL(request.url ?? "", "http://gateway");
  const { method = "GET" } = request;
  if (!["GET", "POST", "DELETE"].includes(method)) throw new GatewayError(405, "method not allowed");
  const target = targetOf(served, searchParams.get("endpoint"));
  let body: string | undefined;
  if (method === "POST") {
    const verdict = filter.request(await readMessage(request));
    // An SSE server replies on its stream, so a client ignores the body of this response.
    if ("reply" in verdict) return reply(response, server.type === "sse" ? 403 : 200, verdict.reply);
    body = JSON.stringify(verdict.forward);
  }
  const headers = { ...keptHeaders(request.headers), ...keptHeaders(server.headers) };
  const closeSocket = (socket: Socket) => void response.on("close", () => socket.destroy());
  const upstream = await sendUpstream(server, target, { method, headers, body }, closeSocket, options);
  await passOn(upstream, response, served, pathname);
}

/**
 * Lets an agent use MCP servers over HTTP without their credentials, optionally limited to some tools: it receives an address of
 * this gateway instead of the servers' addresses.
 */
export function createToolGateway(options: GatewayOptions): ToolGateway {
  let requests = 0;
  return {
    async add(server) {
      const filter = server.tools ? createToolFilter(server.tools) : allTools;
      const served: ServedServer = { server, filter, announced: new Set() };
      return options.serve((request, response) => {
        if (requests >= maxRequests) return reply(response, 503, { error: "too many concurrent requests" });
        requests += 1;
        response.on("close", () => {
          requests -= 1;
        });
        forward(served, request, response, options).catch((error: unknown) => {
          if (response.headersSent) return void response.destroy();
          const status = error instanceof GatewayError ? error.status : 502;
          reply(response, status, { error: error instanceof Error ? error.message : "connection failed" });
        });
      });
    },
  };
}
