import { actingUserHeader } from "@/lib/contract/acting-user-header";
import { type CreateAgentBody, createAgent } from "@/lib/contract/agents/create-agent";
import type { CustomSubagent } from "@/lib/contract/agents/subagent";
import { missingSandboxError } from "@/runner/sandbox/probe-sandbox";
import type { WithSandbox } from "@/runner/sandbox/sandbox";
import { loadSwitches } from "../account/account";
import { checkRepositoryAccess } from "../account/check-account";
import type { RepoContext } from "../agent-access/require-push-target";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { actingUser, type TeamPrincipal } from "../core/principal";
import { agents } from "../core/store/tables/agents";
import { isUniqueViolation } from "../core/store/unique-violation";
import { findHostedEnvironment } from "../environments/hosted-environment";
import type { WithImages } from "../images/fetch-image";
import { promptImages } from "../images/prompt-images";
import { defaultModels } from "../models/default-models";
import type { Models, WithCatalog } from "../models/model-catalog";
import { openRequest } from "../queue/open-request";
import { resolveTarget } from "../queue/target";
import { insertRun } from "../runs/insert-run";
import { runBody } from "../runs/run-body";
import type { WithDispatcher } from "../runs/with-dispatcher";
import { agentBody } from "./agent-body";
import { checkRepos } from "./check-repos";
import { deriveBranch, deriveName } from "./name";

function checkVariables(envVars: Readonly<Record<string, string>>, serviceName: string): void {
  const reserved = `${serviceName.toUpperCase()}_`;
  for (const name of Object.keys(envVars)) {
    if (name.startsWith(reserved)) throw apiError.field(`envVars.${name}`, `names can't start with ${reserved}`);
  }
}

/** Checks that every subagent's model exists. Whether it is used is up to the agent program. */
function checkSubagents(models: Models, subagents: readonly CustomSubagent[]): void {
  for (const [index, { model }] of subagents.entries()) {
    if (model === undefined || model === "inherit") continue;
    models.resolve(typeof model === "string" ? { id: model } : model, [], `customSubagents.${index}.model`);
  }
}

/** Returns the repositories of the named environment, or those in the body. */
async function reposOf(context: Context, principal: TeamPrincipal, { env, repos = [] }: CreateAgentBody) {
  if (env?.type !== "cloud" || env.name === undefined) return repos;
  const environment = await findHostedEnvironment(context, principal.teamId, env.name);
  if (!environment) throw apiError.field("env.name", `Environment ${JSON.stringify(env.name)} not found`);
  return environment.repos;
}

/** Creates an agent and its first run in one transaction. The run goes to the dispatcher or, for pools and machines, to the queue. */
export const createAgentOperation = implement(
  createAgent,
  async (
    { body, principal, request },
    context: RepoContext & WithCatalog & WithDispatcher & WithImages & WithSandbox,
  ) => {
    if (principal.kind !== "user" && principal.kind !== "subToken" && principal.kind !== "serviceAccount") {
      throw apiError.agents(403, "role_forbidden", "This credential can't create agents");
    }
    const { db, clock, ids, cipher, settings, catalog, dispatcher } = context;
    const switches = await loadSwitches(context, principal.teamId);
    const repos = await reposOf(context, principal, body);
    checkRepositoryAccess(context, switches, repos);
    const envVars = switches.envVarsEnabled ? (body.envVars ?? {}) : {};
    checkVariables(envVars, settings.serviceName);
    const models = await catalog.read(principal, request.headers.get(actingUserHeader));
    const model = models.resolve(body.model, await defaultModels(context, principal));
    const external = (body.env?.type ?? "cloud") === "cloud";
    const hostedIds = await checkRepos(context, principal, repos, {
      workOnCurrentBranch: body.workOnCurrentBranch,
      external,
    });
    const target = await resolveTarget(context, principal, body);
    const problem = target ? undefined : missingSandboxError(context.sandbox, settings);
    if (problem) throw apiError.agents(400, "invalid_model", problem, "env.type");
    checkSubagents(models, body.customSubagents ?? []);
    const images = await promptImages(context, body.prompt.images ?? []);

    const id = body.agentId ?? `bc-${ids.uuid()}`;
    const runId = `run-${ids.uuid()}`;
    const name = body.name ?? deriveName(body.prompt.text);
    const now = clock.now();
    const secrets = { envVars, mcpServers: body.mcpServers ?? [] };
    try {
      const created = await db.transaction(async (tx) => {
        const [agent] = await tx
          .insert(agents)
          .values({
            id,
            teamId: principal.teamId,
            userId: actingUser(principal)?.userId ?? null,
            serviceAccountId: principal.kind === "serviceAccount" ? principal.serviceAccountId : null,
            repositoryIds: principal.kind === "serviceAccount" ? (principal.repositoryIds ?? null) : null,
            name,
            status: "ACTIVE",
            envType: body.env?.type ?? "cloud",
            envName: target?.name ?? body.env?.name ?? null,
            pushRepositoryIds: hostedIds,
            usedRepositoryIds: hostedIds,
            repos,
            workOnCurrentBranch: body.workOnCurrentBranch,
            autoCreatePr: body.autoCreatePR,
            skipReviewerRequest: body.skipReviewerRequest,
            model,
            customSubagents: body.customSubagents ?? [],
            mode: body.mode,
            secrets: cipher.seal(secrets),
            branchName: deriveBranch(settings.serviceName, name, id),
            branches: [],
            latestRunId: runId,
            createdAt: now,
            updatedAt: now,
          })
          .returning();
        if (!agent) throw new Error("the agent was not stored");
        const prompt = { promptText: body.prompt.text, promptImages: images };
        const run = await insertRun(tx, { id: runId, agentId: id, mode: body.mode, ...prompt }, now);
        if (target) await openRequest(tx, agent, runId, target, now);
        return { agent: agentBody(agent), run: runBody(run, agent.branches) };
      });
      if (!target) dispatcher.start(runId);
      return created;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw apiError.agents(409, "agent_id_conflict", `agentId: Agent ${id} already exists`, "agentId");
    }
  },
);
