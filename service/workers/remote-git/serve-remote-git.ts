import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { isStackedOn } from "@/git/refs/stacked-on";
import { type OutsideRemote, RemoteRefused } from "@/git/remote";
import { inflatedBody } from "@/git/transport/smart-http-request";
import { isTerminal } from "@/lib/contract/agents/run";
import { remoteGitRoot } from "@/lib/contract/worker-protocol/limits";
import { FairSemaphore } from "@/lib/core/concurrency/fair-semaphore";
import { untilAborted } from "@/lib/core/until-aborted";
import { watchAccess } from "@/lib/core/watch-access";
import { agentOwner } from "../../agent-access/agent-owner";
import type { Context } from "../../core/context";
import { presentedKey } from "../../core/http/credentials";
import type { RunGrant } from "../../core/principal";
import { agents, runs } from "../../core/store/tables/agents";
import { heldGrant, type WithRunCredentials } from "../../hosting/git-http/run-credentials";
import type { WithRemotes } from "../../remotes/remotes";
import { checkedPush, limitBytes, RejectedRequest } from "./checked-push";
import { requestRemote } from "./request-remote";

type RemoteGitContext = Context & WithRemotes & WithRunCredentials;

/** Requests at a time, of which one run has at most half. */
const limits = { limit: 32, maxWaiting: 128 };
const maxFetchBytes = 64 * 1024 ** 2;
const maxPushBytes = 2 * 1024 ** 3;

const servicePath = /^(.+\.git)\/(info\/refs|git-upload-pack|git-receive-pack)$/;
const sentHeaders = ["accept", "content-type", "git-protocol", "user-agent"];
const receivedHeaders = ["cache-control", "content-type"];

function failure(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${message}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
}

interface GitRequest {
  cloneUrl: string;
  target: URL;
  pushes: boolean;
}

/** Parses the path below {@link remoteGitRoot}; undefined for anything but git's requests. */
function parseRequest(request: Request, path: string, query: string): GitRequest | undefined {
  const [, repository = "", endpoint = ""] = servicePath.exec(path) ?? [];
  const service =
    endpoint === "info/refs" ? (/^service=(git-(?:upload|receive)-pack)$/.exec(query)?.[1] ?? "") : endpoint;
  if (service === "" || request.method !== (endpoint === "info/refs" ? "GET" : "POST")) return undefined;
  const cloneUrl = `https://${repository}`;
  if (!URL.canParse(cloneUrl) || new URL(cloneUrl).href !== cloneUrl) return undefined;
  const target = new URL(`${cloneUrl}/${endpoint}${endpoint === "info/refs" ? `?service=${service}` : ""}`);
  return { cloneUrl, target, pushes: service === "git-receive-pack" };
}

/** Whether the run can update a reference: its branch, and those stacked on a generated one. None once it has ended. */
async function pushableRefs(
  { db }: Context,
  { agentId, runId, remotes }: RunGrant,
  cloneUrl: string,
): Promise<((ref: string) => boolean) | undefined> {
  const branch = remotes?.get(cloneUrl);
  if (branch === undefined) return undefined;
  const [run] = await db.select({ status: runs.status }).from(runs).where(eq(runs.id, runId));
  const [agent] = await db.select().from(agents).where(eq(agents.id, agentId));
  if (!run || isTerminal(run.status) || !agent || !(await agentOwner({ db }, agent))) return undefined;
  const own = `refs/heads/${branch}`;
  return (ref) => branch !== null && (ref === own || (!agent.workOnCurrentBranch && isStackedOn(own, ref)));
}

/** The request's data. Checks the references of a push before any of it is sent. Throws {@link RejectedRequest}. */
async function checkedBody(
  request: Request,
  { pushes }: GitRequest,
  allowed: (ref: string) => boolean,
): Promise<Readable | undefined> {
  if (request.method === "GET") return undefined;
  const input = inflatedBody(request);
  if (!input) throw new RejectedRequest("The content encoding must be gzip or none");
  const data = limitBytes(input, pushes ? maxPushBytes : maxFetchBytes);
  const chunks = pushes ? checkedPush(data, allowed) : data;
  const first = await chunks.next();
  const all = async function* () {
    if (!first.done) yield first.value;
    yield* chunks;
  };
  return Readable.from(all());
}

function only(names: readonly string[], read: (name: string) => string | undefined): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (read(name) === undefined ? [] : [[name, read(name) ?? ""]])));
}

function responseOf(upstream: IncomingMessage, server: string): Response {
  const { statusCode = 502, headers } = upstream;
  if (statusCode === 200) {
    const body = Readable.toWeb(upstream) as ReadableStream<Uint8Array>;
    return new Response(body, { headers: only(receivedHeaders, (name) => headers[name]?.toString()) });
  }
  upstream.destroy();
  if (statusCode >= 300 && statusCode < 400) return failure(502, `${server} sent a redirect`);
  // Git would ask for a credential after 401.
  return failure(statusCode === 401 ? 403 : statusCode, `${server} returned ${statusCode}`);
}

/** Returns how to access the repository, or why the service can't. */
async function remoteOf({ remotes }: WithRemotes, cloneUrl: string, runId: string): Promise<OutsideRemote | Response> {
  try {
    return (await remotes.access(cloneUrl, runId)) ?? failure(404, "Repository not found");
  } catch (error) {
    if (!(error instanceof RemoteRefused)) throw error;
    return failure(error.reason === "unavailable" ? 503 : 403, error.message);
  }
}

/**
 * Lets workers clone and push a run's repositories on GitHub with the run's git credential. The service adds the server's
 * credential, which the worker never receives. Returns undefined for other paths.
 */
export function createRemoteGitRoute(context: RemoteGitContext) {
  const { log, settings, clock, runCredentials } = context;
  const semaphore = new FairSemaphore(limits);

  async function forward(request: Request, git: GitRequest, grant: RunGrant, allowed: (ref: string) => boolean) {
    const { runId } = grant;
    const revoked = new AbortController();
    const timeout = AbortSignal.timeout(settings.gitTimeLimitSeconds * 1_000);
    const signal = AbortSignal.any([request.signal, timeout, revoked.signal]);
    const leave = await semaphore.acquire(runId, signal).catch(() => undefined);
    if (!leave) return failure(503, "Too many concurrent requests. Retry later.", { "retry-after": "5" });
    const isAuthorized = async () =>
      (await heldGrant(context, grant)) !== undefined &&
      (await pushableRefs(context, grant, git.cloneUrl)) !== undefined;
    const unwatch = watchAccess({ clock, isAuthorized }, () => revoked.abort());
    const release = () => {
      unwatch();
      leave();
    };
    try {
      const remote = await remoteOf(context, git.cloneUrl, runId);
      if (remote instanceof Response) {
        release();
        return remote;
      }
      // A client that sends nothing keeps its place only until the time limit.
      const body = await untilAborted(signal, checkedBody(request, git, allowed));
      const headers = only(sentHeaders, (name) => request.headers.get(name) ?? undefined);
      const upstream = await requestRemote(git.target, remote, { method: request.method, headers, body, signal });
      upstream.once("close", release);
      return responseOf(upstream, git.target.host);
    } catch (error) {
      release();
      throw error;
    }
  }

  return async function serve(request: Request, rawPath: string, rawQuery: string): Promise<Response | undefined> {
    if (!rawPath.startsWith(remoteGitRoot)) return undefined;
    const git = parseRequest(request, rawPath.slice(remoteGitRoot.length), rawQuery);
    if (!git) return failure(404, "Repository not found");
    const presented = presentedKey(request.headers.get("authorization"));
    const grant = await heldGrant(context, runCredentials.find(presented?.key ?? ""));
    if (!grant) {
      return failure(401, "Sign in with the run's credential", { "www-authenticate": 'Basic realm="git"' });
    }
    const allowed = await pushableRefs(context, grant, git.cloneUrl);
    if (!allowed) return failure(404, "Repository not found");
    if (git.pushes && grant.remotes?.get(git.cloneUrl) === null) return failure(403, "The credential can't push");
    try {
      return await forward(request, git, grant, allowed);
    } catch (error) {
      if (error instanceof RejectedRequest) return failure(403, error.message);
      log.warn({ err: error, runId: grant.runId }, "couldn't forward a worker's git request");
      return failure(502, `Couldn't connect to ${git.target.host}`);
    }
  };
}
