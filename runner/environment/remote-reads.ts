import { readFile } from "node:fs/promises";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import type { RunContext, RunSpec } from "../run/run-spec";
import { connectToServer } from "../sandbox/egress/connect-to-server";
import type { RunGateway } from "../sandbox/run-gateway";
import type { RunSandbox } from "../sandbox/run-sandbox";
import { dependencyUrls } from "./apply-environment";

const maxRepositories = 100;
/** Requests of one run at a time. */
const maxRequests = 16;
const maxRequestBytes = 64 * 1024 ** 2;
const idleTimeoutMs = 10 * 60_000;

const sentHeaders = ["accept", "accept-encoding", "content-encoding", "content-type", "git-protocol", "user-agent"];
const receivedHeaders = ["cache-control", "content-encoding", "content-type"];

function only(names: readonly string[], headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

interface ReadContext {
  sandbox: RunSandbox;
  outsideRemote: NonNullable<RunContext["outsideRemote"]>;
}

interface RemoteContext {
  environment: EffectiveEnvironment | undefined;
  sandbox: RunSandbox;
  gateway: RunGateway;
}

function fail(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { "content-type": "text/plain", connection: "close" }).end(`${message}\n`);
}

async function sendResponse(upstream: IncomingMessage, response: ServerResponse, server: string): Promise<void> {
  const { statusCode = 502, headers } = upstream;
  if (statusCode === 200) {
    response.writeHead(200, only(receivedHeaders, headers));
    return pipeline(upstream, response);
  }
  upstream.destroy();
  if (statusCode >= 300 && statusCode < 400)
    return fail(response, 502, `${server} sent a redirect. Add .git to the URL`);
  // Git would ask for a credential after 401.
  fail(response, statusCode === 401 ? 403 : statusCode, `${server} returned ${statusCode}`);
}

/** Sends a read to the repository's server with the credential, which the run's processes never receive. */
async function forward(
  url: string,
  target: URL,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { sandbox, outsideRemote }: ReadContext,
): Promise<void> {
  const remote = await outsideRemote(url);
  if (!remote) return fail(response, 404, "Repository not found");
  if (remote.pin) sandbox.pin(remote.pin);
  const certificates = remote.config["http.sslCAInfo"];
  const ca = certificates === undefined ? undefined : await readFile(certificates);
  const socket = await connectToServer(target, (to) => sandbox.connect(to), ca);
  response.on("close", () => socket.destroy());
  const { username, password } = remote.credential ?? {};
  const authorization =
    password === undefined
      ? {}
      : { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
  const headers = { ...only(sentHeaders, request.headers), ...authorization, host: target.host, connection: "close" };
  const path = `${target.pathname}${target.search}`;
  const sent = httpRequest({ createConnection: () => socket, method: request.method ?? "GET", path, headers });
  sent.setTimeout(idleTimeoutMs, () => sent.destroy(new Error("timed out")));
  const received = new Promise<IncomingMessage>((resolve, reject) => sent.on("response", resolve).on("error", reject));
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxRequestBytes) sent.destroy(new Error("the request is too large"));
  });
  request.pipe(sent);
  await sendResponse(await received, response, target.host);
}

/** Parses a path below an endpoint: a read, or the URL of something else that starts like the repository's. */
function parseRead(method: string, base: string, rest: string): { read: URL } | { other: string } {
  const service = /^(?:\.git)?\/(?:info\/refs\?service=git-upload-pack|git-upload-pack)$/.test(rest);
  const wanted = rest.endsWith("/git-upload-pack") ? "POST" : "GET";
  return service && method === wanted ? { read: new URL(base + rest) } : { other: base + rest };
}

/**
 * Lets the agent's own git read repositories of the run on other servers. Returns git settings with which it sends its
 * requests for them to this service, which adds the server's credential to reads. Everything else is redirected to the server.
 */
export async function serveRemoteReads(
  { repositories }: Pick<RunSpec, "repositories">,
  { outsideRemote, remoteDependencies = false }: Pick<RunContext, "outsideRemote" | "remoteDependencies">,
  { environment, sandbox, gateway }: RemoteContext,
): Promise<[string, string][]> {
  if (!outsideRemote) return [];
  const context = { sandbox, outsideRemote };
  const dependencies = remoteDependencies ? dependencyUrls(environment) : [];
  const urls = [...repositories.map(({ cloneUrl }) => cloneUrl), ...dependencies];
  let requests = 0;
  const serve = async (base: string): Promise<[string, string][]> => {
    // A dependency at a private address fails when it is read.
    const remote = await context.outsideRemote(base).catch(() => undefined);
    if (!remote?.credential) return [];
    const endpoint = await gateway.add((request, response) => {
      const rest = /^\/[^/]+\/repository(.*)$/.exec(request.url ?? "")?.[1];
      if (rest === undefined) return fail(response, 404, "Repository not found");
      const parsed = parseRead(request.method ?? "", base, rest);
      if ("other" in parsed) return void response.writeHead(307, { location: parsed.other }).end();
      if (requests >= maxRequests) return fail(response, 503, "Too many concurrent requests");
      requests += 1;
      response.on("close", () => {
        requests -= 1;
      });
      forward(base, parsed.read, { request, response }, context).catch((error: unknown) =>
        fail(response, 502, error instanceof Error ? error.message : "connection failed"),
      );
    });
    return [[`url.${endpoint}/repository.insteadOf`, base]];
  };
  const bases = new Set(urls.map((url) => url.replace(/\.git$/, "")));
  const settings = await Promise.all([...bases].slice(0, maxRepositories).map(serve));
  return settings.flat();
}
