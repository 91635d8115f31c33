import { eq } from "drizzle-orm";
import { DatabaseError } from "pg";
import { type CreateAgentBody, createAgent } from "@/lib/contract/agents/create-agent";
import { switchesOf } from "../account/account";
import { checkRepositoryAccess } from "../account/check-account";
import { implement } from "../http/implement";
import { refuse } from "../http/refusal";
import { actingUser, type TeamPrincipal } from "../people/principal";
import { runBody } from "../runs/run-body";
import type { Service } from "../service";
import { agents, runs } from "../store/tables/agents";
import { teams, users } from "../store/tables/people";
import { agentBody } from "./agent-body";
import { scriptModel } from "./catalogue";
import { checkPrompt } from "./check-prompt";
import { checkRepos } from "./check-repos";
import { deriveBranch, deriveName } from "./name";

function checkTarget(body: CreateAgentBody): void {
  if (body.env === undefined || (body.env.type === "cloud" && body.env.name === undefined)) return;
  const name = body.env.name ?? "default";
  const kind = { cloud: "environment", pool: "pool", machine: "machine" }[body.env.type];
  throw refuse.field("env.name", `There is no ${kind} named ${JSON.stringify(name)}`);
}

function checkVariables(envVars: Readonly<Record<string, string>>, serviceName: string): void {
  const reserved = `${serviceName.toUpperCase()}_`;
  for (const name of Object.keys(envVars)) {
    if (name.startsWith(reserved)) throw refuse.field(`envVars.${name}`, `names must not begin with ${reserved}`);
  }
}

async function defaultModels({ db }: Service, principal: TeamPrincipal): Promise<(string | null)[]> {
  const [team] = await db.select({ model: teams.defaultModel }).from(teams).where(eq(teams.id, principal.teamId));
  const acting = actingUser(principal);
  const [user] = acting
    ? await db.select({ model: users.defaultModel }).from(users).where(eq(users.id, acting.userId))
    : [];
  return [user?.model ?? null, team?.model ?? null];
}

const isUniqueViolation = (error: unknown) =>
  error instanceof Error && error.cause instanceof DatabaseError && error.cause.code === "23505";

/** Creates an agent and its first run in one transaction, then hands the run to the dispatcher. */
export const createAgentOperation = implement(createAgent, async ({ body, principal }, service) => {
  if (principal.kind === "admin" || principal.kind === "run") {
    throw refuse.agents(403, "role_forbidden", "This credential may not create agents");
  }
  const { db, clock, ids, cipher, settings, catalogue, dispatcher } = service;
  checkTarget(body);
  const switches = await switchesOf(service, principal.teamId);
  checkRepositoryAccess(service, switches, body.repos ?? []);
  const envVars = switches.envVarsEnabled ? (body.envVars ?? {}) : {};
  checkVariables(envVars, settings.serviceName);
  const model = catalogue.resolve(body.model, await defaultModels(service, principal));
  if (model.id !== scriptModel && service.isolation === "none" && !settings.allowUnisolated) {
    const message = `model.id: ${model.id} needs bubblewrap on the service's machine, or ALLOW_UNISOLATED=1`;
    throw refuse.agents(400, "invalid_model", message, "model.id");
  }
  await checkRepos(service, principal, body.repos ?? [], body.workOnCurrentBranch);
  const images = await checkPrompt(service, body.prompt);

  const id = body.agentId?.toLowerCase() ?? `bc-${ids.uuid()}`;
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
          name,
          status: "ACTIVE",
          envType: body.env?.type ?? "cloud",
          envName: body.env?.name ?? null,
          repos: body.repos ?? [],
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
      const [run] = await tx
        .insert(runs)
        .values({
          id: runId,
          agentId: id,
          status: "CREATING",
          mode: body.mode,
          promptText: body.prompt.text,
          promptImages: images,
          createdAt: now,
          updatedAt: now,
        })
        .returning();
      if (!agent || !run) throw new Error("the agent was not stored");
      return { agent: agentBody(agent), run: runBody(run, agent.branches) };
    });
    dispatcher.start(runId);
    return created;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refuse.agents(409, "agent_id_conflict", `agentId: An agent ${id} exists already`, "agentId");
  }
});
