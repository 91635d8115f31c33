import { once } from "node:events";
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect, createServer, isIP, type Socket } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { endConnection } from "@/lib/core/http/end-connection";
import { isPublicAddress } from "@/lib/core/http/public-address";
import { ForbiddenAddress, publicOnlyLookup, type Resolve } from "@/lib/core/http/ssrf-guard";
import { gatewayHost, proxySocket } from "../inside/forward-ports";
import { joinStreams } from "../inside/join-streams";
import type { EgressDecision } from "./egress-rules";
import { resolveAgentName } from "./resolve-name";
import { acceptSocks, isSocks } from "./socks";

const connectTimeoutMs = 30_000;
const idleTimeoutMs = 10 * 60_000;
/** Connections of clients and to targets combined. */
const maxConnections = 512;
const maxHostLength = 253;

export interface EgressProxyOptions {
  /** Folder the socket is created in. */
  folder: string;
  /** `byService`: for {@link EgressProxy.connect}. */
  decide(host: string, port: number, byService: boolean): EgressDecision;
  /** Called for every blocked connection. */
  onBlocked(blocked: { host: string; port: number; reason: string }): void;
  resolve?: Resolve;
}

/** An address that was checked for a host and port. */
export interface PinnedAddress {
  host: string;
  port: number;
  address: string;
}

export interface EgressProxy {
  /** Pins a host and port to an address. */
  pin(pinned: PinnedAddress): void;
  /** Connects on the run's behalf. Throws {@link ForbiddenAddress} for a target that isn't allowed. */
  connect(target: Target): Promise<Socket>;
  /** Passes connections to the gateway's name to a server of the service. */
  serveGateway(gateway: HttpServer): void;
  close(): void;
}

export interface Target {
  host: string;
  port: number;
}

/** `host:port` of a CONNECT request; `undefined` for anything else. */
function parseTarget(text: string): Target | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@]+)):(\d{1,5})$/i.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host !== undefined && port > 0 && port < 65_536 ? { host, port } : undefined;
}

/**
 * The only way out of a run's network: an HTTP and SOCKS5 proxy on a Unix socket. It resolves names itself and connects to
 * the addresses it checked; private, loopback and metadata addresses are blocked unless the endpoint is required.
 */
export async function startEgressProxy(options: EgressProxyOptions): Promise<EgressProxy> {
  const { folder, decide, onBlocked, resolve = resolveAgentName } = options;
  const open = new Set<Socket>();
  const pins = new Map<string, string>();
  let gateway: HttpServer | undefined;

  /** Connects to a target. Throws {@link ForbiddenAddress} for one that isn't allowed. */
  async function dial({ host, port }: Target, byService = false): Promise<Socket> {
    const blockedError = (reason: string) => {
      onBlocked({ host, port, reason });
      return new ForbiddenAddress(`${host}:${port} is ${reason}`);
    };
    if (host.length > maxHostLength) throw new ForbiddenAddress("the host name is too long");
    if (open.size >= maxConnections) throw new Error("too many open connections");
    const decision = decide(host, port, byService);
    if (!decision.allowed) throw blockedError(decision.reason);
    if (!decision.required && isIP(host) !== 0 && !isPublicAddress(host)) throw blockedError("not a public address");
    const lookup = decision.required ? {} : { lookup: publicOnlyLookup(resolve, isPublicAddress) };
    const pinned = pins.get(`${host.toLowerCase()}:${port}`);
    const socket = connect({ host: pinned ?? host, port, timeout: connectTimeoutMs, ...lookup });
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.once("timeout", () => socket.destroy(new Error("connection timed out")));
    try {
      await once(socket, "connect");
    } catch (error) {
      if (error instanceof ForbiddenAddress) throw blockedError("not a public address");
      throw error;
    }
    socket.setTimeout(idleTimeoutMs);
    return socket;
  }

  const statusOf = (error: unknown) => (error instanceof ForbiddenAddress ? 403 : 502);
  const messageOf = (error: unknown) => (error instanceof Error ? error.message : "connection failed");

  const http = createHttpServer({ maxHeaderSize: 64 * 1024 });
  http.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => undefined);
    const target = parseTarget(request.url ?? "");
    if (!target) return endConnection(client, "HTTP/1.1 400 Bad Request\r\n\r\n");
    if (target.host === gatewayHost && gateway) {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) client.unshift(head);
      return void gateway.emit("connection", client);
    }
    dial(target).then(
      (socket) => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        if (head.length > 0) socket.write(head);
        joinStreams(client, socket);
      },
      (error) => {
        const text = `${messageOf(error)}\n`;
        const reason = statusOf(error) === 403 ? "403 Forbidden" : "502 Bad Gateway";
        endConnection(
          client,
          `HTTP/1.1 ${reason}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
        );
      },
    );
  });
  http.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const fail = (status: number, text: string) => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(status, { "content-type": "text/plain" }).end(`${text}\n`);
    };
    const address = request.url ?? "";
    if (!URL.canParse(address) || !address.startsWith("http://")) return fail(400, "an absolute http URL is required");
    const url = new URL(address);
    const target = { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port || 80) };
    dial(target).then(
      (socket) => {
        const { "proxy-connection": _proxy, "proxy-authorization": _credential, ...headers } = request.headers;
        const forwarded = httpRequest({
          createConnection: () => socket,
          method: request.method ?? "GET",
          path: `${url.pathname}${url.search}`,
          headers: { ...headers, host: url.host, connection: "close" },
        });
        forwarded.on("response", (upstream) => {
          response.writeHead(upstream.statusCode ?? 502, upstream.headers);
          upstream.pipe(response);
        });
        forwarded.on("error", (error) => fail(502, error.message));
        request.pipe(forwarded);
        response.on("close", () => socket.destroy());
      },
      (error) => fail(statusOf(error), messageOf(error)),
    );
  });

  const server = createServer((client) => {
    if (open.size >= maxConnections) return void client.destroy();
    open.add(client);
    client.once("close", () => open.delete(client));
    client.on("error", () => client.destroy());
    client.once("data", (first: Buffer) => {
      client.pause();
      if (isSocks(first)) {
        client.unshift(first);
        acceptSocks(client, (target) => dial(target)).then(
          (socket) => joinStreams(client, socket),
          () => client.destroy(),
        );
        return;
      }
      http.emit("connection", client);
      client.unshift(first);
      process.nextTick(() => client.resume());
    });
  });
  server.listen(join(folder, proxySocket));
  await once(server, "listening");
  return {
    connect: (target) => dial(target, true),
    serveGateway(next) {
      gateway = next;
    },
    pin: ({ host, port, address }) => void pins.set(`${host.toLowerCase()}:${port}`, address),
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
