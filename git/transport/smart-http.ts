import { access } from "node:fs/promises";
import { join } from "node:path";
import { RecentMap } from "@/lib/core/recent-map";
import { killGit } from "../run-git";
import { ClientTimeout, withTimeouts } from "./client-timeouts";
import type { GitPackServer, PackError, ServedRepository } from "./git-http-server";
import { BodyTooLarge, feedGit, maxInputBytes, readOutput } from "./pack-service";
import { inflatedBody, type PackService, parseGitProtocol, readSmartHttpPath } from "./smart-http-request";

export interface SmartHttpDeps<GitPrincipal> {
  gitServer: GitPackServer<GitPrincipal>;
  /** Resolves a raw `Authorization` header to a principal. */
  authenticate(authorization: string | null): Promise<GitPrincipal | undefined>;
  /** What a principal's credential gives now, if it wasn't revoked. A token can expire during a transfer. */
  current(principal: GitPrincipal): Promise<GitPrincipal | undefined>;
}

export interface SmartHttp {
  /** Handles a git client's request. Returns `undefined` for other paths. */
  handle(request: Request, context: { requestId: string }): Promise<Response | undefined>;
}

const uncached = {
  "cache-control": "no-cache, max-age=0, must-revalidate",
  expires: "Fri, 01 Jan 1980 00:00:00 GMT",
  pragma: "no-cache",
};

function errorResponse(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...uncached, ...headers },
  });
}

const packErrorResponse = ({ status, message, headers }: PackError) => errorResponse(status, message, headers);
const notFound = () => errorResponse(404, "Repository not found");

function serviceOf(name: string | null): PackService | undefined {
  return name === "git-upload-pack" || name === "git-receive-pack" ? name : undefined;
}

const advertisement = (service: PackService, body: BodyInit) =>
  new Response(body, { headers: { "content-type": `application/x-${service}-advertisement`, ...uncached } });

/** Repositories whose capabilities are kept, at about 200 bytes each. */
const maxCapabilities = 10_000;

/**
 * What git advertises to clients that speak version 2 of the protocol, by repository folder: its capabilities, which don't
 * change while the service runs, and no references.
 */
type Capabilities = RecentMap<string, string>;

const isRepository = (dir: string) =>
  access(join(dir, "HEAD")).then(
    () => true,
    () => false,
  );

async function advertise<P>(
  gitServer: GitPackServer<P>,
  service: PackService,
  repository: ServedRepository,
  { request, requestId, capabilities }: { request: Request; requestId: string; capabilities: Capabilities },
): Promise<Response> {
  const { dir } = repository;
  const protocol = parseGitProtocol(request.headers.get("git-protocol"));
  const speaksV2 = service === "git-upload-pack" && (protocol?.split(":").includes("version=2") ?? false);
  const known = speaksV2 ? capabilities.get(dir) : undefined;
  if (known !== undefined && (await isRepository(dir))) return advertisement(service, known);
  const git = await gitServer.advertise(service, repository, { protocol, requestId });
  const line = `# service=${service}\n`;
  const heading = `${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`;
  const { empty, body } = await readOutput(git, speaksV2 ? "" : heading, {
    onHangUp: "kill",
    idleMs: gitServer.timeouts.idleMs,
    clock: gitServer.clock,
  });
  if (empty) return errorResponse(500, "Couldn't read the repository");
  if (!speaksV2) return advertisement(service, body);
  const text = await new Response(body).text();
  if ((await git.ended) === 0) capabilities.set(dir, text);
  return advertisement(service, text);
}

async function exchange<P>(
  gitServer: GitPackServer<P>,
  service: PackService,
  repository: ServedRepository,
  principal: P,
  { request, requestId, caller }: { request: Request; requestId: string; caller(): Promise<P | undefined> },
): Promise<Response> {
  if (request.headers.get("content-type") !== `application/x-${service}-request`) {
    return errorResponse(415, `The content type must be application/x-${service}-request`);
  }
  const input = inflatedBody(request);
  if (!input) return errorResponse(415, "The content encoding must be gzip or none");
  const protocol = parseGitProtocol(request.headers.get("git-protocol"));
  const receives = service === "git-receive-pack";
  const options = { stateless: true, protocol, requestId, signal: request.signal, caller };
  const opened = await gitServer.open(service, repository, principal, options);
  if (opened.error) return packErrorResponse(opened.error);
  const { git } = opened;

  const { clock, timeouts } = gitServer;
  const fed = feedGit(git, withTimeouts(input, timeouts, clock), maxInputBytes(service, gitServer.maxPushBytes));
  const inputFailed = fed.then(
    () => new Promise<never>(() => undefined),
    (error: unknown) => {
      gitServer.log.info({ requestId, repositoryId: repository.id, service, err: error }, "git request ended early");
      // End of input makes receive-pack clean up; a signal would leave its quarantine behind.
      if (!receives) killGit(git.child);
      if (error instanceof BodyTooLarge) return errorResponse(413, "The request is too large");
      if (error instanceof ClientTimeout) return errorResponse(408, error.message, { connection: "close" });
      return errorResponse(400, "Couldn't read the request");
    },
  );
  const onHangUp = receives ? "finish" : "kill";
  const completed = readOutput(git, "", { onHangUp, idleMs: timeouts.idleMs, clock }).then(async ({ empty, body }) => {
    const code = empty ? await git.ended.catch(() => undefined) : 0;
    if (code === undefined) return errorResponse(500, "Couldn't read the repository");
    if (code !== 0) return errorResponse(400, git.stopReason() ?? "git rejected the request");
    return new Response(body, { headers: { "content-type": `application/x-${service}-result`, ...uncached } });
  });
  return Promise.race([inputFailed, completed]);
}

/** A response whose message Git LFS shows. */
function lfsUnsupported(): Response {
  const message =
    "Git LFS isn't supported. Commit the files themselves: git lfs migrate export --everything --include='*', then push again";
  const headers = { "content-type": "application/vnd.git-lfs+json", ...uncached };
  return new Response(JSON.stringify({ message }), { status: 501, headers });
}

/**
 * Serves clone, fetch and push over HTTP. The pack services are started directly, one process per request. Permissions are derived from the path and checked on every request.
 */
export function createSmartHttp<GitPrincipal>({
  gitServer,
  authenticate,
  current,
}: SmartHttpDeps<GitPrincipal>): SmartHttp {
  const capabilities: Capabilities = new RecentMap(maxCapabilities);
  return {
    async handle(request, { requestId }) {
      const url = new URL(request.url);
      const repositoryPath = readSmartHttpPath(url.pathname);
      if (!repositoryPath) return undefined;
      const { endpoint, ownerSlug, repoName } = repositoryPath;
      if (endpoint === "lfs") return lfsUnsupported();
      if (endpoint === "dumb") return notFound();
      const method = endpoint === "info/refs" ? "GET" : "POST";
      if (request.method !== method) return errorResponse(405, "Method not allowed", { allow: method });
      const service = endpoint === "info/refs" ? serviceOf(url.searchParams.get("service")) : endpoint;
      if (!service) return notFound();

      const principal = await authenticate(request.headers.get("authorization"));
      if (!principal) {
        return errorResponse(401, "Sign in with an API key or an access token as the password", {
          "www-authenticate": 'Basic realm="git"',
        });
      }
      const authorized = await gitServer.authorize(principal, { service, ownerSlug, repoName });
      if (authorized.error) return packErrorResponse(authorized.error);
      const { repository, headers } = authorized;
      const response = await (endpoint === "info/refs"
        ? advertise(gitServer, service, repository, { request, requestId, capabilities })
        : exchange(gitServer, service, repository, principal, {
            request,
            requestId,
            caller: () => current(principal),
          }));
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    },
  };
}
