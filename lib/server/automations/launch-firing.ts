import { CreateAgentBody, createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { callPath } from "@/lib/contract/client-path";
import { savedVariablesHeader } from "@/lib/contract/saved-variables-header";
import { eventValues, FiringEvent } from "@/lib/model/automations/event-values";
import { renderTemplate } from "@/lib/model/automations/template";
import { secretsOfRequest } from "@/lib/model/masking/known-secrets";
import { checkRunBudgets } from "@/lib/server/budgets/admit-run";
import { recordAudit } from "@/lib/server/db/audit";
import { loopProblem, readOrigin, saveAncestors } from "@/lib/server/db/automation-origin";
import { ownerProblem } from "@/lib/server/db/automations";
import type { ClaimedFiring, FiringOutcome, FiringRow } from "@/lib/server/db/claim-firing";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { insertLaunch } from "@/lib/server/db/launches";
import type { UserRow } from "@/lib/server/db/users";
import { userOf } from "@/lib/server/db/users";
import { auditTrail } from "@/lib/server/gateway/audit-trail";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import type { ExtendedWrite } from "@/lib/server/gateway/extended-write";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { VariableParts } from "@/lib/server/variables/dashboard-variables";
import { extendLaunch } from "@/lib/server/variables/extend-launch";
import { type PullOfEvent, readEventPull } from "./event-pull";

export interface LaunchParts extends VariableParts {
  source: string;
}

/** A claim this old isn't sent: another process may already be checking its outcome. */
const staleClaimMs = 20_000;
const clockSlackMs = 5 * 60_000;
const retryDelaysMs = [10_000, 60_000, 5 * 60_000];
const maxRetryDelayMs = 15 * 60_000;
const giveUpAfterMs = 2 * 3_600_000;
const originEveryMs = 5_000;
const originWithinMs = 5 * 60_000;
const pageSize = "100";
const maxPages = 20;

const failed = (problem: string): FiringOutcome => ({ state: "failed", problem });
const skipped = (problem: string): FiringOutcome => ({ state: "skipped", problem });

/** The name of a firing's agent, which no other agent of the automation has. */
const agentName = ({ automation, firing }: ClaimedFiring) => `${automation.name} #${firing.number}`;

/**
 * Launches the agent of a claimed firing as its owner: with their permissions on the event's pull request, their budgets and their
 * saved variables. `undefined` if the agent may exist although no response was received.
 */
export async function launchFiring(parts: LaunchParts, claimed: ClaimedFiring): Promise<FiringOutcome | undefined> {
  if (claimed.uncertain) {
    const known = await findLaunched(parts, claimed).catch((error: unknown) => {
      if (error instanceof UpstreamError) return "unavailable" as const;
      throw error;
    });
    // The claim expires, and the agent is looked for again.
    if (known === "unavailable") return undefined;
    if (known) return launched(parts, claimed, known.agentId);
  }
  const { owner } = claimed;
  if (!owner || ownerProblem(owner)) return failed("The owner can no longer launch agents.");
  try {
    return await launchAs(parts, claimed, owner);
  } catch (error) {
    if (error instanceof OperationError) return failed(error.message);
    // Thrown before the launch was sent.
    if (error instanceof UpstreamError) return retry(parts, claimed, error);
    throw error;
  }
}

function retry(
  { service }: LaunchParts,
  { firing }: ClaimedFiring,
  { message, retryAfterMs = 0 }: Pick<UpstreamError, "message" | "retryAfterMs">,
): FiringOutcome {
  const now = service.clock.now();
  if (now - firing.createdAt.getTime() > giveUpAfterMs) return failed(message);
  const delay = retryDelaysMs[firing.attempts - 1] ?? maxRetryDelayMs;
  return { state: "waiting", problem: message, retryAt: new Date(now + Math.max(delay, retryAfterMs)) };
}

async function launchAs(parts: LaunchParts, claimed: ClaimedFiring, user: UserRow): Promise<FiringOutcome | undefined> {
  const { store, service, source } = parts;
  const { automation, firing } = claimed;
  const event = FiringEvent.parse(JSON.parse(firing.event ?? "{}"));
  const owner = userOf(user);
  const pull = event.pull && (await readEventPull(service, owner, event.pull));
  if (event.pull && !pull) return skipped("The owner can't read the pull request.");
  if (event.pull && pull) {
    const origin = await readOrigin(store.database, { source, pull: event.pull, head: pull.head });
    if (pull.byAgent && !origin.isKnown) return waitForOrigin(parts, firing);
    const loop = loopProblem(automation.id, origin);
    if (loop) return skipped(loop);
    // The index may know more than when the event arrived.
    await saveAncestors(store, firing.id, origin);
  }
  const body = bodyOf(claimed, event, pull);
  if ("problem" in body) return failed(body.problem);
  const call = { operation: createAgent, params: {}, userId: owner.id, automationId: automation.id };
  const exceeded = await checkRunBudgets({ store, source, now: service.clock.now() }, { ...call, body });
  if (exceeded) return skipped(exceeded.message);
  const headers = new Headers({ [savedVariablesHeader]: automation.launch.savedVariables.join(",") });
  const extended = await extendLaunch(async () => parts, { operation: createAgent, body, headers, user: owner });
  // The service doesn't accept an id for agents with variables; those are found by their name.
  const sent: unknown = extended ? JSON.parse(extended.bytes.toString()) : { ...body, agentId: firing.agentId };
  return send(parts, claimed, { owner: user, body: CreateAgentBody.parse(sent), extended });
}

/** An agent opened the pull request, and the index doesn't know yet which one. Without that, a loop can't be ruled out. */
function waitForOrigin({ service }: LaunchParts, { createdAt }: FiringRow): FiringOutcome {
  const now = service.clock.now();
  if (now - createdAt.getTime() > originWithinMs) return skipped("An unknown agent opened the pull request.");
  const problem = "Waiting to find out which agent opened the pull request.";
  return { state: "waiting", problem, retryAt: new Date(now + originEveryMs) };
}

function bodyOf(
  claimed: ClaimedFiring,
  event: FiringEvent,
  pull: PullOfEvent | undefined,
): CreateAgentBody | { problem: string } {
  const { automation, firing } = claimed;
  const values = eventValues(event, { dueAt: firing.dueAt, pull });
  const rendered = renderTemplate(automation.prompt, automation.trigger, values);
  if ("missing" in rendered) return { problem: `The event has no value for {{${rendered.missing}}}.` };
  const { onEventPull, savedVariables: _, ...launch } = automation.launch;
  const parsed = CreateAgentBody.safeParse({
    ...launch,
    ...(onEventPull && pull ? { repos: [{ url: pull.cloneUrl, prUrl: pull.url }] } : {}),
    prompt: { text: rendered.text },
    name: agentName(claimed),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return { problem: `${issue?.path.join(".")}: ${issue?.message}` };
}

async function send(
  parts: LaunchParts,
  claimed: ClaimedFiring,
  { owner, body, extended }: { owner: UserRow; body: CreateAgentBody; extended: ExtendedWrite | undefined },
): Promise<FiringOutcome | undefined> {
  const { store, service, log } = parts;
  const { automation, firing } = claimed;
  service.secrets?.remember(secretsOfRequest(body));
  const path = callPath(createAgent, {});
  const requestId = service.ids.uuid();
  const audited = auditTrail(
    {
      match: { operation: createAgent, params: {} },
      user: owner,
      path,
      requestId,
      detail: { automation: automation.id, firing: firing.number, ...extended?.detail },
    },
    service.clock,
    (entry) => recordAudit(store, entry),
  );
  await audited.intent();
  if (service.clock.now() - (firing.claimedAt?.getTime() ?? 0) > staleClaimMs) return undefined;
  const note = (outcome: Parameters<typeof audited.outcome>[0], about = {}) =>
    audited.outcome(outcome, about).catch((error: unknown) => {
      log.error({ err: error, requestId }, "audit outcome write failed");
    });
  try {
    const created = await callWith(service, createAgent, {
      path,
      body,
      requestId,
      acting: { user: userOf(owner) },
    });
    const about = await extended?.onResponse(Response.json(created));
    await note({ status: createAgent.success, response: new Response() }, about);
    return await launched(parts, claimed, created.agent.id);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    await note({ status: error.status, error });
    const { code, status, neverSent } = error;
    if (code === "agent_id_conflict" && firing.agentId !== null) return launched(parts, claimed, firing.agentId);
    if (!neverSent && status >= 500) return undefined;
    return neverSent || status === 429 || status === 401 ? retry(parts, claimed, error) : failed(error.message);
  }
}

/** Stores the owner of a launched agent, as the gateway does. */
async function launched(
  { store, service }: LaunchParts,
  { automation, firing, owner }: ClaimedFiring,
  agentId: string,
): Promise<FiringOutcome> {
  const model = automation.launch.model?.id ?? "";
  const launchedAt = firing.claimedAt ?? new Date(service.clock.now());
  await insertLaunch(store, { agentId, fields: { model }, launchedAt, launchedBy: owner?.id ?? null });
  await notifyIndex(store, { list: true });
  return { state: "launched", agentId };
}

/** The agent of an earlier attempt: by its id, or by its name if it was launched with variables. */
async function findLaunched(
  { service }: LaunchParts,
  claimed: ClaimedFiring,
): Promise<{ agentId: string } | undefined> {
  const { firing } = claimed;
  if (firing.agentId !== null) {
    try {
      const { id } = await callWith(service, getAgent, { path: callPath(getAgent, { id: firing.agentId }) });
      return { agentId: id };
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.status !== 404) throw error;
    }
  }
  const since = firing.createdAt.getTime() - clockSlackMs;
  const name = agentName(claimed);
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const path = callPath(listAgents, {}, { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
    const { items, nextCursor } = await callWith(service, listAgents, { path });
    const found = items.find((agent) => agent.name === name && Date.parse(agent.createdAt) >= since);
    if (found) return { agentId: found.id };
    if (!nextCursor || items.some(({ createdAt }) => Date.parse(createdAt) < since)) return undefined;
    cursor = nextCursor;
  }
  return undefined;
}
