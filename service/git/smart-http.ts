import type { Log } from "@/lib/log/log";
import { answerOf, BodyTooLarge, feedGit, type PackProcess, startPackService } from "./pack-service";
import { checkPushedRefs, converseWithHooks, installHooks, type RefUpdate } from "./push-hooks";
import { killGit } from "./run-git";
import { gitProtocolOf, inflatedBody, type PackService, readSmartHttpPath } from "./smart-http-request";

export type RepositoryPermission = "none" | "read" | "write" | "admin";

export interface ServedRepository {
  id: string;
  dir: string;
  namespaceId: string;
  defaultBranch: string;
}

export interface SmartHttpDeps<GitPrincipal> {
  /** Folder the hooks are written below. */
  dataDir: string;
  findRepository(ownerSlug: string, repoName: string): Promise<ServedRepository | undefined>;
  /** Who a raw `Authorization` header speaks for. */
  authenticate(authorization: string | null): Promise<GitPrincipal | undefined>;
  permission(principal: GitPrincipal, repositoryId: string): Promise<RepositoryPermission>;
  /** Told of the references a push really moved, before the client hears that it succeeded. */
  pushed(event: { repositoryId: string; principal: GitPrincipal; updates: readonly RefUpdate[] }): Promise<void>;
  log: Log;
  maxPushBytes: number;
}

export interface SmartHttp {
  /** Answers a request of a git client; `undefined` when the path is not one of git's. */
  handle(request: Request, context: { requestId: string }): Promise<Response | undefined>;
}

const uncached = {
  "cache-control": "no-cache, max-age=0, must-revalidate",
  expires: "Fri, 01 Jan 1980 00:00:00 GMT",
  pragma: "no-cache",
};
/** Negotiation of a fetch lists commits, not contents. */
const maxFetchRequestBytes = 32 * 1024 * 1024;
/** Room for the commands that precede a pack. */
const pushCommandBytes = 16 * 1024 * 1024;

function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...uncached, ...headers },
  });
}

const notFound = () => refusal(404, "Repository not found");

function serviceOf(name: string | null): PackService | undefined {
  return name === "git-upload-pack" || name === "git-receive-pack" ? name : undefined;
}

/**
 * Serves clone, fetch and push over HTTP. The pack services are started directly, one process a request; what a request
 * may do is decided from its path and checked on every request.
 */
export function createSmartHttp<GitPrincipal>(deps: SmartHttpDeps<GitPrincipal>): SmartHttp {
  let installed: Promise<string> | undefined;
  const hooksDir = () => {
    installed ??= installHooks(deps.dataDir).catch((error: unknown) => {
      installed = undefined;
      throw error;
    });
    return installed;
  };

  function reportEnd(git: PackProcess, details: Record<string, unknown>): void {
    git.ended.then(
      (code) => {
        if (code !== 0) deps.log.info({ ...details, code, stderr: git.stderr().slice(0, 2_000) }, "git ended early");
      },
      (error: unknown) => deps.log.error({ ...details, err: error }, "git could not be started"),
    );
  }

  async function advertise(service: PackService, dir: string, request: Request, requestId: string): Promise<Response> {
    const protocol = gitProtocolOf(request.headers);
    const { maxPushBytes } = deps;
    const git = startPackService(service, { dir, advertise: true, protocol, hooksDir: await hooksDir(), maxPushBytes });
    reportEnd(git, { requestId, service });
    git.child.stdin?.end();
    const line = `# service=${service}\n`;
    const heading = `${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`;
    const speaksV2 = service === "git-upload-pack" && (protocol?.split(":").includes("version=2") ?? false);
    const { empty, body } = await answerOf(git, speaksV2 ? "" : heading, "kill");
    if (empty) return refusal(500, "The repository could not be read");
    return new Response(body, { headers: { "content-type": `application/x-${service}-advertisement`, ...uncached } });
  }

  async function exchange(
    service: PackService,
    repository: ServedRepository,
    principal: GitPrincipal,
    request: Request,
    requestId: string,
  ): Promise<Response> {
    if (request.headers.get("content-type") !== `application/x-${service}-request`) {
      return refusal(415, `The content type must be application/x-${service}-request`);
    }
    const input = inflatedBody(request);
    if (!input) return refusal(415, "The content encoding must be gzip or none");
    const { maxPushBytes, log } = deps;
    const protocol = gitProtocolOf(request.headers);
    const git = startPackService(service, {
      dir: repository.dir,
      advertise: false,
      protocol,
      hooksDir: await hooksDir(),
      maxPushBytes,
    });
    const details = { requestId, repositoryId: repository.id, service };
    reportEnd(git, details);

    const receives = service === "git-receive-pack";
    if (receives) {
      converseWithHooks(git.child, {
        review: async (updates) => checkPushedRefs(updates),
        moved: (updates) => deps.pushed({ repositoryId: repository.id, principal, updates }),
        failed: (error) => log.error({ ...details, err: error }, "a push was not followed up"),
      });
    } else {
      const hangUp = () => killGit(git.child);
      request.signal.addEventListener("abort", hangUp, { once: true });
      git.child.once("close", () => request.signal.removeEventListener("abort", hangUp));
    }

    const fed = feedGit(git, input, receives ? maxPushBytes + pushCommandBytes : maxFetchRequestBytes);
    const refused = fed.then(
      () => new Promise<never>(() => undefined),
      (error: unknown) => {
        log.info({ ...details, err: error }, "a git request ended early");
        // The end of its input makes receive-pack clean up after itself; a signal would leave its quarantine behind.
        if (!receives) killGit(git.child);
        return error instanceof BodyTooLarge
          ? refusal(413, "The request is too large")
          : refusal(400, "The request could not be read");
      },
    );
    const answered = answerOf(git, "", receives ? "finish" : "kill").then(async ({ empty, body }) => {
      const code = empty ? await git.ended.catch(() => undefined) : 0;
      if (code === undefined) return refusal(500, "The repository could not be read");
      if (code !== 0) return refusal(400, "git refused the request");
      return new Response(body, { headers: { "content-type": `application/x-${service}-result`, ...uncached } });
    });
    return Promise.race([refused, answered]);
  }

  return {
    async handle(request, { requestId }) {
      const url = new URL(request.url);
      const asked = readSmartHttpPath(url.pathname);
      if (!asked) return undefined;
      const { endpoint } = asked;
      if (endpoint === "dumb") return notFound();
      const method = endpoint === "info/refs" ? "GET" : "POST";
      if (request.method !== method) return refusal(405, "Method not allowed", { allow: method });
      const service = endpoint === "info/refs" ? serviceOf(url.searchParams.get("service")) : endpoint;
      if (!service) return notFound();

      const principal = await deps.authenticate(request.headers.get("authorization"));
      if (!principal) {
        return refusal(401, "Sign in with an API key or an access token as the password", {
          "www-authenticate": 'Basic realm="git"',
        });
      }
      const repository = await deps.findRepository(asked.ownerSlug, asked.repoName);
      const permission = repository ? await deps.permission(principal, repository.id) : "none";
      if (!repository || permission === "none") return notFound();
      if (service === "git-receive-pack" && permission === "read") {
        return refusal(403, "You may read this repository but not push to it");
      }
      return endpoint === "info/refs"
        ? advertise(service, repository.dir, request, requestId)
        : exchange(service, repository, principal, request, requestId);
    },
  };
}
