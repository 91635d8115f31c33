import { type CreateAgentBody, createAgent } from "@/lib/contract/agents/create-agent";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { roleAllows } from "@/lib/contract/operation";
import { savedVariablesHeader } from "@/lib/contract/saved-variables-header";
import { memberFields } from "@/lib/model/batches/member-fields";
import { memberLaunch, type PlannedMember } from "@/lib/model/batches/plan-batch";
import {
  type ClaimedMember,
  chooseAgentId,
  forgetLaunched,
  type Settlement,
  settleMember,
} from "@/lib/server/db/claim-batch-member";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { insertLaunch } from "@/lib/server/db/launches";
import type { Store } from "@/lib/server/db/store";
import { userOf } from "@/lib/server/db/users";
import type { ApiError } from "@/lib/server/gateway/api-error";
import type { Actor, ExtendedWrite, WriteToExtend } from "@/lib/server/gateway/extended-write";
import type { Outcome } from "@/lib/server/gateway/forward";
import { type PerformParts, performCall } from "@/lib/server/gateway/perform-call";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { VariableParts } from "@/lib/server/variables/dashboard-variables";
import { extendLaunch } from "@/lib/server/variables/extend-launch";
import { readUsable } from "@/lib/server/variables/launch-variables";
import { type BatchLaunch, openLaunch } from "./sealed-launch";

export interface BatchParts extends Omit<PerformParts, "extendWrite"> {
  store: Store;
  source: string;
  variables: VariableParts;
}

/** A claim this old isn't sent: another process may already be checking its outcome. */
const staleClaimMs = 10_000;
const retryMs = 5_000;
const maxRetryMs = 60_000;
/** About a quarter of an hour. */
const maxTries = 20;

/** What distinguishes a stored agent of a batch. */
export const plannedOf = ({ position, model, repository, attempt }: ClaimedMember["member"]): PlannedMember => ({
  position,
  attempt,
  model: model ?? undefined,
  repository: repository ?? undefined,
});

/** Launches a claimed agent for the batch's owner, in the same way as a launch through the proxy, and settles the claim. */
export async function launchMember(parts: BatchParts, claimed: ClaimedMember, count: number): Promise<void> {
  const settlement = await tryLaunch(parts, claimed, count);
  if (settlement) await settle(parts, claimed, settlement);
}

/** Stores the outcome of a launch, and of a successful one everything that belongs to it. */
export async function settle(parts: BatchParts, { member, batch }: ClaimedMember, settlement: Settlement) {
  const { store, service } = parts;
  if (!(await settleMember(store, member, settlement)) || settlement.state !== "launched") return;
  const form = LaunchFields.safeParse(batch.fields).data;
  const fields = form ? memberFields(form, plannedOf(member)) : { model: member.model?.id ?? "" };
  await insertLaunch(store, {
    agentId: settlement.agentId,
    fields,
    launchedAt: new Date(service.clock.now()),
    launchedBy: batch.userId,
  });
  await forgetLaunched(store, batch.id);
  await notifyIndex(store, { list: true });
}

/** `undefined`: an agent may have been created although no response was received. */
async function tryLaunch(parts: BatchParts, claimed: ClaimedMember, count: number): Promise<Settlement | undefined> {
  const { member, batch, owner } = claimed;
  const { log, variables } = parts;
  if (owner.disabledAt !== null || !roleAllows(owner.role, createAgent.role)) {
    return { state: "failed", problem: `${owner.displayName} is no longer allowed to launch agents.` };
  }
  if (batch.sealed === null) return { state: "failed", problem: "The launch expired. Launch the agents again." };
  let stored: BatchLaunch;
  try {
    stored = await openLaunch(batch.sealed, await variables.secret());
  } catch (error) {
    log.warn({ err: error, batch: batch.id }, "couldn't decrypt the launch of a batch");
    return { state: "failed", problem: "The stored launch can't be decrypted. Launch the agents again." };
  }
  const launch = memberLaunch(stored.launch, plannedOf(member), { name: batch.name, count });
  const user = userOf(owner);
  const sent: SentLaunch = { agentId: undefined, failure: undefined, stale: false };
  const outcome = await perform(parts, claimed, { launch, user, saved: stored.savedVariables, sent });
  if (sent.stale) return undefined;
  const now = parts.service.clock.now();
  return settlementOf(outcome, sent, { now, tries: member.tries });
}

interface SentLaunch {
  /** The agent's id: chosen before it was sent, or received. */
  agentId: string | undefined;
  /** Why a request that was sent failed. */
  failure: UpstreamError | undefined;
  /** The claim was lost or too old, so nothing was sent. */
  stale: boolean;
}

interface MemberLaunch {
  launch: CreateAgentBody;
  user: Actor;
  /** Ids of the saved variables that the user chose. */
  saved: readonly string[];
  /** What happened to it. */
  sent: SentLaunch;
}

async function perform(
  parts: BatchParts,
  { member }: ClaimedMember,
  { launch, user, saved, sent }: MemberLaunch,
): Promise<Outcome> {
  const { service, store, variables } = parts;
  const requestId = service.ids.uuid();
  const { path } = createAgent;

  /** Adds saved variables, or an agent id, with which a repeated launch is a conflict. The service accepts only one of the two. */
  async function extendWrite(write: WriteToExtend): Promise<ExtendedWrite | undefined> {
    // A variable of another repository or model of the batch isn't available here.
    const usable = saved.length === 0 ? [] : await readUsable(variables, user, launch);
    const chosen = usable.flatMap(({ id }) => (saved.includes(id) ? [id] : []));
    const headers = new Headers({ [savedVariablesHeader]: chosen.join(",") });
    const extended = await extendLaunch(async () => variables, { ...write, headers });
    const canChooseId = extended === undefined && launch.envVars === undefined;
    sent.agentId = canChooseId ? (member.agentId ?? `bc-${service.ids.uuid()}`) : undefined;
    if (!(await chooseAgentId(store, member, sent.agentId ?? null))) sent.stale = true;
    if (!canChooseId) return extended;
    const bytes = Buffer.from(JSON.stringify({ ...launch, agentId: sent.agentId }));
    return { bytes, detail: { agentId: sent.agentId }, onResponse: async () => ({}) };
  }

  async function send(bytes: Buffer<ArrayBuffer> | undefined): Promise<Outcome> {
    const age = service.clock.now() - (member.claimedAt?.getTime() ?? 0);
    if (sent.stale || age > staleClaimMs) {
      sent.stale = true;
      return {
        status: 409,
        error: { status: 409, code: "claim_expired", message: "Another process is launching it." },
      };
    }
    const body = bytes ? JSON.parse(bytes.toString()) : launch;
    try {
      const created = await callWith(service, createAgent, { path, body, requestId, acting: { user } });
      sent.agentId = created.agent.id;
      return { status: createAgent.success, response: Response.json(created, { status: createAgent.success }) };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      sent.failure = error;
      return { status: error.status, error };
    }
  }

  const call = { match: { operation: createAgent, params: {} }, params: {}, body: launch, headers: new Headers() };
  return performCall({ ...parts, extendWrite }, { ...call, user, path, requestId }, send);
}

const isTransient = ({ status }: Pick<ApiError, "status">) => status === 401 || status === 429 || status >= 500;

/** Only requests that the service can't have executed are repeated without a check. */
function settlementOf(
  outcome: Outcome,
  { agentId, failure }: SentLaunch,
  { now, tries }: { now: number; tries: number },
): Settlement | undefined {
  if (!("error" in outcome)) return agentId === undefined ? undefined : { state: "launched", agentId, problem: null };
  const { error } = outcome;
  if (failure && agentId !== undefined && failure.code === "agent_id_conflict") {
    return { state: "launched", agentId, problem: null };
  }
  if (failure && !failure.neverSent && failure.status >= 500) return undefined;
  if (!failure?.neverSent && !isTransient(error)) return { state: "failed", problem: error.message };
  if (tries >= maxTries) return { state: "failed", problem: error.message };
  const pauseMs = failure?.retryAfterMs ?? Math.min(retryMs * tries, maxRetryMs);
  return { state: "waiting", problem: error.message, retryAt: new Date(now + pauseMs) };
}
