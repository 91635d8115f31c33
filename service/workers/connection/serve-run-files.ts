import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { WithGit } from "@/git/with-git";
import { isTerminal } from "@/lib/contract/agents/run";
import { firstProblem } from "@/lib/contract/errors";
import { ArtifactList, artifactLimits } from "@/lib/contract/worker-protocol/artifact-exchange";
import { McpTokenRequest, type WireRunSpec } from "@/lib/contract/worker-protocol/run-parts";
import { bodyChunks, SlowBodyError } from "@/lib/core/http/request-body";
import { RunFailure } from "@/runner/limits/run-failure";
import type { AgentProfile } from "@/runner/run/run-spec";
import { storeContent } from "@/runner/stores/content-store";
import { missingContents, replaceArtifacts } from "../../artifacts/replace-artifacts";
import { artifactStore, stagingDir } from "../../artifacts/storage";
import type { Context } from "../../core/context";
import type { WithMergePreparation } from "../../core/hosting-context";
import { ApiError, apiError } from "../../core/http/api-error";
import { presentedKey } from "../../core/http/credentials";
import { errorBody } from "../../core/http/error-body";
import { readJsonBody } from "../../core/http/request-body";
import { agents, runs } from "../../core/store/tables/agents";
import { pools } from "../../core/store/tables/pools";
import { pendingRequests } from "../../core/store/tables/queue";
import type { WithGitHub } from "../../github/with-github";
import { requestActiveRunChecks } from "../../github-apps/request-run-checks";
import type { WithRunCredentials } from "../../hosting/git-http/run-credentials";
import { mcpAccessToken } from "../../mcp-connections/mcp-access-token";
import type { WithMcpFetch } from "../../mcp-connections/mcp-secrets";
import type { WithCatalog } from "../../models/model-catalog";
import type { WithRemotes } from "../../remotes/remotes";
import { buildRunSpec } from "../../runs/build-run-spec";
import { finishRun } from "../../runs/finish-run";
import { gitCredential } from "./git-credential";
import { readRunToken, type WorkerRunGrant } from "./run-token";

/** Lists contain up to `artifactLimits.files` paths of 4 KiB. */
const listBytes = 8 * 1024 * 1024;
const tokenRequestBytes = 64 * 1024;

/** The worker uploads the artifacts of a canceled run after it has ended. */
const uploadAfterEndMs = 10 * 60_000;

const pathForm =
  /^\/worker\/v1\/workers\/([A-Za-z0-9._:-]+)\/runs\/(run-[0-9a-f-]{36})\/(specification|mcp-token|agent-git|artifacts)(?:\/([0-9a-f]{64}))?$/;

type RunFilesContext = Context &
  WithCatalog &
  WithGit &
  WithGitHub &
  WithMcpFetch &
  WithMergePreparation &
  WithRemotes &
  WithRunCredentials;

/** Reads a token's run and its agent. Throws 404 once the agent has a newer run. */
async function runOf(context: Context, { agentId, runId }: WorkerRunGrant) {
  const [row] = await context.db
    .select()
    .from(runs)
    .innerJoin(agents, and(eq(agents.id, runs.agentId), eq(agents.latestRunId, runs.id)))
    .where(and(eq(runs.id, runId), eq(agents.id, agentId)));
  if (!row) throw apiError.agents(404, "run_not_found", `Run ${runId} not found or not the agent's latest run`);
  return row;
}

/** What a worker receives of an agent's profile. Keys only go to team pools: a user's own machine could copy them. */
async function sharedProfile({ db }: Context, { id }: { id: string }, profile: AgentProfile) {
  const [pool] = await db
    .select({ scope: pools.scope })
    .from(pendingRequests)
    .innerJoin(pools, eq(pools.id, pendingRequests.poolId))
    .where(eq(pendingRequests.agentId, id));
  const { endpoints, login, ...rest } = profile;
  const isTeam = pool?.scope === "team";
  return {
    ...rest,
    env: isTeam ? { ...profile.env } : {},
    ...(isTeam && login ? { login } : {}),
    endpoints: [...(endpoints ?? [])],
  };
}

/** Reads the run of a token and its agent. Throws 404 if the run ended or no longer belongs to the worker. */
async function assignedRun(context: RunFilesContext, grant: WorkerRunGrant) {
  const { runs: run, agents: agent } = await runOf(context, grant);
  const [request] = await context.db
    .select({ workerId: pendingRequests.runWorkerId })
    .from(pendingRequests)
    .where(and(eq(pendingRequests.agentId, agent.id), eq(pendingRequests.runId, run.id)));
  if (isTerminal(run.status) || request?.workerId !== grant.workerId) {
    throw apiError.agents(404, "run_not_found", `Run ${run.id} is not assigned to this worker`);
  }
  return { run, agent };
}

/** The access token of a connected MCP server of the run. */
async function mcpToken(context: RunFilesContext, grant: WorkerRunGrant, request: Request) {
  const { run, agent } = await assignedRun(context, grant);
  const parsed = McpTokenRequest.safeParse(await readJsonBody(request, tokenRequestBytes, context.clock));
  if (!parsed.success) {
    const { field, message } = firstProblem(parsed.error);
    throw apiError.field(field, message);
  }
  try {
    const { server, rejected } = parsed.data;
    return { token: await mcpAccessToken(context, agent, { runId: run.id, server, rejected }) };
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    throw apiError.agents(409, error.code, error.message);
  }
}

/** A read-only git credential for the commands of the run's agent. */
async function agentGit(context: RunFilesContext, grant: WorkerRunGrant) {
  const { run, agent } = await assignedRun(context, grant);
  const found = await gitCredential(context, agent.id, run.id, { holder: grant.holder, readOnly: true });
  if ("reason" in found) throw apiError.agents(409, "repository_access", found.reason);
  return found.credential;
}

/** Builds the specification for the run's worker. A run that can't start, for example without access, ends here. */
async function specification(context: RunFilesContext, grant: WorkerRunGrant): Promise<WireRunSpec> {
  const { run, agent } = await assignedRun(context, grant);
  try {
    const { spec } = await buildRunSpec(context, agent, run);
    await requestActiveRunChecks(context, spec, agent.branches);
    const { command: _command, workspaceDir: _workspaceDir, repositories, agent: profile, ...rest } = spec;
    const origin = context.origin();
    const { egress, gitUrl, servicePublicUrl } = context.settings;
    return {
      ...rest,
      prompt: { text: rest.prompt.text, images: [...rest.prompt.images] },
      model: { id: rest.model.id, params: [...rest.model.params] },
      // The worker may use a different address for this service, so clone URLs are relative.
      repositories: repositories.map((each) => ({ ...each, cloneUrl: each.cloneUrl.replace(origin, "") })),
      variables: { ...rest.variables },
      ...(profile ? { agent: await sharedProfile(context, agent, profile) } : {}),
      mcpServers: [...rest.mcpServers],
      connectedServers: [...(rest.connectedServers ?? [])],
      subagents: [...(rest.subagents ?? [])],
      conversation: [...rest.conversation],
      serviceUrls: [origin, gitUrl, servicePublicUrl],
      egress: { inherited: [...egress.inherited], blocked: [...egress.blocked] },
    };
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    const { code, message } = error;
    await finishRun(context, run.id, { status: "ERROR", error: { code, message } });
    throw apiError.agents(409, code, message);
  }
}

/** Stores an artifact's content if it matches its digest. Throws 400 otherwise. */
async function content(context: Context, agentId: string, digest: string, request: Request): Promise<void> {
  let problem = "its digest doesn't match";
  const stored = await storeContent(stagingDir(context, agentId), async (file) => {
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of bodyChunks(request, context.clock)) {
      size += chunk.byteLength;
      if (size > artifactLimits.bytesEach) {
        problem = "it is too large";
        return undefined;
      }
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    return hash.digest("hex") === digest ? digest : undefined;
  });
  if (stored === undefined) throw apiError.agents(400, "validation_error", `Invalid content: ${problem}`);
  await artifactStore(context).put(agentId, [digest]);
}

async function handle(context: RunFilesContext, request: Request, rawPath: string): Promise<unknown> {
  const [, workerId, runId, what, digest] = pathForm.exec(rawPath) ?? [];
  if (workerId === undefined) throw new ApiError(404, "not_found", "Operation not found");
  const grant = await readRunToken(context, presentedKey(request.headers.get("authorization"))?.key ?? "");
  if (!grant) throw new ApiError(401, "unauthorized", "Invalid or missing token");
  if (grant.workerId !== workerId || grant.runId !== runId) {
    throw new ApiError(403, "role_forbidden", "The token is for another run");
  }
  if (what === "specification" && request.method === "GET") return specification(context, grant);
  if (what === "mcp-token" && request.method === "POST") return mcpToken(context, grant, request);
  if (what === "agent-git" && request.method === "POST") return agentGit(context, grant);
  if (what !== "artifacts" || request.method !== "PUT") throw new ApiError(404, "not_found", "Operation not found");
  const { endedAt } = (await runOf(context, grant)).runs;
  if (endedAt !== null && context.clock.now() - endedAt > uploadAfterEndMs) {
    throw apiError.agents(404, "run_not_found", `Run ${grant.runId} has ended`);
  }
  if (digest !== undefined) {
    await content(context, grant.agentId, digest, request);
    return {};
  }
  const list = ArtifactList.safeParse(await readJsonBody(request, listBytes, context.clock));
  if (!list.success) {
    const { field, message } = firstProblem(list.error);
    throw apiError.field(field, message);
  }
  const missing = await missingContents(context, grant.agentId, list.data);
  if (missing.length === 0) await replaceArtifacts(context, grant.agentId, list.data);
  return { missing };
}

/** Creates the HTTP route for run specifications and artifacts, authenticated with a run token. Returns undefined for other paths. */
export function createRunFilesRoute(context: RunFilesContext) {
  return async function serve(request: Request, rawPath: string, requestId: string): Promise<Response | undefined> {
    if (!rawPath.startsWith("/worker/")) return undefined;
    try {
      return Response.json(await handle(context, request, rawPath));
    } catch (cause) {
      const isSlow = cause instanceof SlowBodyError;
      const error = isSlow ? new ApiError(408, "validation_error", cause.message) : cause;
      if (!(error instanceof ApiError)) context.log.error({ err: error, requestId }, "worker request failed");
      const failure = error instanceof ApiError ? error : new ApiError(500, "internal_error", "Internal error");
      return Response.json(errorBody("agents", failure, requestId), {
        status: failure.status,
        headers: failure.headers,
      });
    }
  };
}
