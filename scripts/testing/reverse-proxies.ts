import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const installed = (name: string) =>
  [...(process.env.PATH ?? "").split(":"), "/usr/sbin"]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** The paths of the proxies that are installed. */
export const nginx = installed("nginx");
export const caddy = installed("caddy");

/** Where one of the two servers of deploy/nginx.conf listens on loopback, and the ports it forwards to. */
interface Server {
  port: number;
  to: readonly number[];
}

export interface NginxOptions {
  dashboard?: Server;
  service?: Server;
  /** Files of a TLS certificate. Without it, the servers use plain HTTP. */
  certificate?: { file: string; keyFile: string };
  /** Takes the client's address from this variable, such as `http_x_test_client`. */
  clientAddress?: string;
}

/** deploy/nginx.conf with other ports and certificates. */
async function configuration(folder: string, options: NginxOptions): Promise<string> {
  const { certificate, clientAddress = "remote_addr" } = options;
  const text = await readFile("deploy/nginx.conf", "utf8");
  const [shared = "", ...servers] = text.split(/^(?=server \{)/m);
  const [dashboard = "", service = ""] = servers;
  const backends = ({ to }: Server) => to.map((port) => `server 127.0.0.1:${port};`).join(" ");
  const listen = (server: string, { port }: Server) =>
    server.replace("listen 443 ssl;", `listen 127.0.0.1:${port}${certificate ? " ssl" : ""};`);
  const unused: Server = { port: 0, to: [9] };
  const body = [
    shared
      .replace("server 127.0.0.1:3000;", backends(options.dashboard ?? unused))
      .replace("server 127.0.0.1:4100;", backends(options.service ?? unused)),
    options.dashboard ? listen(dashboard, options.dashboard) : "",
    options.service ? listen(service, options.service) : "",
  ]
    .join("\n")
    .replace(/^\s*ssl_certificate .*$/gm, certificate ? `ssl_certificate ${certificate.file};` : "")
    .replace(/^\s*ssl_certificate_key .*$/gm, certificate ? `ssl_certificate_key ${certificate.keyFile};` : "")
    .replaceAll("X-Forwarded-For $remote_addr", `X-Forwarded-For $${clientAddress}`);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit; events {}
    http { access_log off; ${paths.join(" ")} ${body} }`;
}

/** Waits until the proxy listens. A request could fail, and nginx wouldn't use the failed server for 10 seconds. */
async function waitForPort(port: number, process: ChildProcess): Promise<void> {
  while (process.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("the proxy exited");
}

/** Starts nginx with the documented configuration. Returns a function that stops it. */
export async function startNginx(options: NginxOptions): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-nginx-"));
  const file = join(folder, "nginx.conf");
  await writeFile(file, await configuration(folder, options));
  execFileSync(nginx ?? "", ["-t", "-q", "-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  const child = spawn(nginx ?? "", ["-c", file], { stdio: ["ignore", "ignore", "inherit"] });
  for (const server of [options.dashboard, options.service]) if (server) await waitForPort(server.port, child);
  return () => stopProxy(child, folder);
}

async function stopProxy(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
}

/**
 * Starts Caddy with deploy/Caddyfile in front of the service, over HTTP. `clientAddress`: the header with which tests choose the
 * client's address. Returns a function that stops it.
 */
export async function startCaddy({ service, clientAddress }: { service: Server; clientAddress: string }) {
  const folder = await mkdtemp(join(tmpdir(), "slipway-caddy-"));
  const file = join(folder, "Caddyfile");
  const text = await readFile("deploy/Caddyfile", "utf8");
  const upstream = `127.0.0.1:${service.to[0]} {\n\t\theader_up X-Forwarded-For {header.${clientAddress}}`;
  await writeFile(file, `{\n\tadmin off\n}\n${text.replace("service:4100 {", upstream)}`);
  const domains = { SLIPWAY_DOMAIN: "http://127.0.0.1:0", GIT_DOMAIN: `http://127.0.0.1:${service.port}` };
  const env = { ...process.env, ...domains, HOME: folder };
  const child = spawn(caddy ?? "", ["run", "--adapter", "caddyfile", "--config", file], { stdio: "ignore", env });
  await waitForPort(service.port, child);
  return () => stopProxy(child, folder);
}
