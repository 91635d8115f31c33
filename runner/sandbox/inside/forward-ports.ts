import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { joinStreams } from "./join-streams";

/** A port inside the sandbox that is forwarded through the proxy to one outside address. */
export interface ForwardedPort {
  port: number;
  host: string;
  targetPort: number;
}

/** Port of the egress proxy inside a sandbox: HTTP and SOCKS5. */
export const proxyPort = 3128;
/** Port of the service's gateway inside a sandbox, and its name in the proxy. */
export const gatewayPort = 3129;
export const gatewayHost = "gateway.internal";
/** Maximum connections to one port, because the forwarder isn't counted among the run's processes. */
const maxConnections = 256;
/** Name of the proxy's socket in its folder. */
export const proxySocket = "egress.sock";
/** Socket, in the same folder, on which the service connects to ports inside. */
export const insideSocket = "inside.sock";

const proxyUrl = `http://127.0.0.1:${proxyPort}`;
const local = "localhost,127.0.0.1,::1";

/** Variables that lead programs to the proxy. */
export const proxyVariables: Readonly<Record<string, string>> = {
  HTTP_PROXY: proxyUrl,
  HTTPS_PROXY: proxyUrl,
  http_proxy: proxyUrl,
  https_proxy: proxyUrl,
  ALL_PROXY: `socks5h://127.0.0.1:${proxyPort}`,
  all_proxy: `socks5h://127.0.0.1:${proxyPort}`,
  NO_PROXY: local,
  no_proxy: local,
  NODE_USE_ENV_PROXY: "1",
};

/** Requests a connection from the proxy and forwards bytes once it is established. */
function tunnel(client: Socket, proxy: Socket, { host, targetPort }: ForwardedPort): void {
  const target = host.includes(":") ? `[${host}]:${targetPort}` : `${host}:${targetPort}`;
  client.pause();
  proxy.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  let head = Buffer.alloc(0);
  const read = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) {
      if (head.length > 8_192) proxy.destroy();
      return;
    }
    proxy.off("data", read);
    proxy.pause();
    if (!head.toString("latin1", 0, 12).endsWith(" 200")) {
      client.destroy();
      proxy.destroy();
      return;
    }
    const rest = head.subarray(end + 4);
    if (rest.length > 0) client.write(rest);
    joinStreams(client, proxy);
  };
  proxy.on("data", read);
  client.on("error", () => proxy.destroy());
  proxy.on("error", () => client.destroy()).on("close", () => client.destroy());
}

async function listen(port: number, host: string, accept: (client: Socket) => void): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, accept);
  server.maxConnections = maxConnections;
  server.listen(port, host);
  await once(server, "listening");
}

/** The addresses of localhost, because this process has no file that names them. */
const localAddresses = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Connects a client of the service to the port it names: a decimal number and a newline. The response is `ok` and a newline.
 * Ports in `forwarded` lead out of the sandbox and are rejected.
 */
function connectInside(client: Socket, forwarded: ReadonlySet<number>): void {
  client.on("error", () => client.destroy());
  client.once("data", (line: Buffer) => {
    client.pause();
    const port = /^([1-9]\d{0,4})\n$/.exec(line.toString("latin1", 0, 8))?.[1];
    if (port === undefined || Number(port) > 65_535 || forwarded.has(Number(port))) return void client.destroy();
    // Both addresses of localhost: development servers listen on either.
    const target = connect({
      host: "localhost",
      lookup: (_host, _options, done) => done(null, localAddresses),
      port: Number(port),
      allowHalfOpen: true,
      autoSelectFamily: true,
    });
    target.once("connect", () => {
      client.write("ok\n");
      joinStreams(client, target);
    });
    target.on("error", () => client.destroy());
    client.once("close", () => target.destroy());
  });
}

/** Listens on the proxy's port and on `ports`, and passes connections to the proxy's socket in `folder`. Resolves once all ports are open. */
export async function forwardPorts(folder: string, ports: readonly ForwardedPort[]): Promise<void> {
  const path = join(folder, proxySocket);
  const open = () => connect({ path, allowHalfOpen: true });
  await listen(proxyPort, "127.0.0.1", (client) => joinStreams(client, open()));
  for (const each of ports) {
    for (const host of ["127.0.0.1", "::1"]) {
      await listen(each.port, host, (client) => tunnel(client, open(), each)).catch((error) => {
        if (host === "127.0.0.1") throw error;
      });
    }
  }
}

/** Lets the service connect to ports inside through a socket in `folder`, except to the ones that {@link forwardPorts} opened. */
export async function acceptConnections(folder: string, ports: readonly ForwardedPort[]): Promise<void> {
  const forwarded = new Set([proxyPort, ...ports.map(({ port }) => port)]);
  const server = createServer({ allowHalfOpen: true }, (client) => connectInside(client, forwarded));
  server.maxConnections = maxConnections;
  server.listen(join(folder, insideSocket));
  await once(server, "listening");
}
