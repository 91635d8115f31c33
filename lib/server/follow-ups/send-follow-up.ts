import { CreateRunBody, createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { callPath } from "@/lib/contract/client-path";
import type { Log } from "@/lib/core/log";
import type { QueueFacts } from "@/lib/model/follow-ups/pause";
import { secretsOfRequest } from "@/lib/model/masking/known-secrets";
import { checkFollowUpBudgets } from "@/lib/server/budgets/admit-run";
import { recordAudit } from "@/lib/server/db/audit";
import {
  claimFollowUp,
  insertClaimed,
  reportLostResponse,
  type Settlement,
  settleFollowUp,
} from "@/lib/server/db/claim-follow-up";
import { deleteFollowUp, type FollowUpRow, type NewFollowUp, type QueuedFollowUp } from "@/lib/server/db/follow-ups";
import { notifyIndex } from "@/lib/server/db/index-notices";
import type { Store } from "@/lib/server/db/store";
import { userOf } from "@/lib/server/db/users";
import type { ApiError } from "@/lib/server/gateway/api-error";
import { auditTrail } from "@/lib/server/gateway/audit-trail";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { openAttachments } from "./seal";

export interface FollowUpParts {
  store: Store;
  service: Service;
  source: string;
  log: Log;
  /** The secret that attachments are sealed with. */
  secret(): Promise<string>;
}

/** A claim this old isn't sent: another process may already be checking its outcome. */
const staleClaimMs = 10_000;
const retryMs = 5_000;
/** The service can complete a request for a moment after the connection was lost. After this time, its runs show the outcome. */
export const lostResponseMs = 15_000;

const busy: ApiError = {
  status: 409,
  code: "agent_busy",
  message: "The agent is working. Try again when its run ends.",
};
const unreadable: ApiError = {
  status: 409,
  code: "attachments_unreadable",
  message: "Its attachments can't be decrypted. Delete the message and send it again.",
};

/** The state of an agent and its latest run, as the service reports it now. */
export async function readAgentState(service: Service, id: string): Promise<NonNullable<QueueFacts["agent"]>> {
  const { status, latestRunId } = await callWith(service, getAgent, { path: callPath(getAgent, { id }) });
  const run = await callWith(service, getRun, { path: callPath(getRun, { id, runId: latestRunId }) });
  return { status, latestRunId, runStatus: run.status, errorCode: run.error?.code };
}

/**
 * Sends the first message of a queue if its agent is idle and the queue isn't paused. Each message is claimed first and
 * settled afterward, so it is sent once even if several processes try; see `reconcile-follow-up.ts` for lost responses.
 */
export async function sendNextFollowUp(parts: FollowUpParts, agentId: string): Promise<void> {
  const { store, service, source } = parts;
  const agent = await readAgentState(service, agentId);
  if (!isTerminal(agent.runStatus)) return;
  const now = new Date(service.clock.now());
  const claimed = await claimFollowUp(store, { source, agentId }, { agent, now });
  if (!claimed) return;
  await sendClaimed(parts, claimed);
}

/**
 * Sends a new message to an idle agent, ahead of queued ones. A message that is rejected, or that finds the agent busy, isn't
 * kept. One whose response is lost is reconciled like queued ones.
 */
export async function sendImmediately(
  parts: FollowUpParts,
  message: NewFollowUp,
  author: QueuedFollowUp["author"],
): Promise<{ row: FollowUpRow } | { rejection: ApiError }> {
  const { store, service } = parts;
  const agent = await readAgentState(service, message.agentId);
  const now = new Date(service.clock.now());
  const row = isTerminal(agent.runStatus) ? await insertClaimed(store, message, { agent, now }) : undefined;
  if (!row) return { rejection: busy };
  const attempt = await sendClaimed(parts, { row, author });
  if (!("rejection" in attempt)) return { row };
  await deleteFollowUp(store, row);
  return attempt;
}

/** The result of sending a claimed message. Without a settlement, a run may have started although no response was received. */
type Attempt = { settlement: Settlement | undefined } | { settlement: Settlement; rejection: ApiError };

async function sendClaimed(parts: FollowUpParts, claimed: QueuedFollowUp): Promise<Attempt> {
  const { store } = parts;
  const attempt = await send(parts, claimed);
  if (attempt.settlement) await settleFollowUp(store, claimed.row, attempt.settlement);
  await notifyIndex(store, { agents: [claimed.row.agentId] });
  return attempt;
}

async function bodyOf({ secret }: FollowUpParts, { text, mode, sealed }: FollowUpRow): Promise<CreateRunBody> {
  const { images, mcpServers } = sealed === null ? {} : await openAttachments(sealed, await secret());
  return CreateRunBody.parse({
    prompt: { text, ...(images ? { images } : {}) },
    ...(mcpServers ? { mcpServers } : {}),
    ...(mode === null ? {} : { mode }),
  });
}

const refused = (rejection: ApiError): Attempt => ({
  settlement: { state: "refused", problem: rejection.message },
  rejection,
});

/** Sends a claimed message for its author. */
async function send(parts: FollowUpParts, { row, author }: QueuedFollowUp): Promise<Attempt> {
  const { store, service, source, log } = parts;
  const exceeded = await checkFollowUpBudgets({ store, source, now: service.clock.now() }, row.agentId);
  if (exceeded) return refused(exceeded);
  let body: CreateRunBody;
  try {
    body = await bodyOf(parts, row);
  } catch (error) {
    log.warn({ err: error, followUp: row.id }, "couldn't decrypt a queued message");
    return refused(unreadable);
  }
  service.secrets?.remember(secretsOfRequest(body));
  const params = { id: row.agentId };
  const path = callPath(createRun, params);
  const requestId = service.ids.uuid();
  const call = { match: { operation: createRun, params }, user: author, path, requestId };
  const audited = auditTrail(call, service.clock, (entry) => recordAudit(store, entry));
  await audited.intent();
  if (service.clock.now() - (row.claimedAt?.getTime() ?? 0) > staleClaimMs) return { settlement: undefined };
  try {
    const { run } = await callWith(service, createRun, { path, body, requestId, acting: { user: userOf(author) } });
    await audited.outcome({ status: createRun.success, response: new Response() }).catch(logAudit);
    return { settlement: sentBy(service, row, run.id) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    await audited.outcome({ status: error.status, error }).catch(logAudit);
    const settlement = settlementOf(error, service.clock.now());
    if (settlement) return { settlement, rejection: error };
    // After a timeout, the service may still be working on it.
    if (error.status !== 504) {
      await reportLostResponse(store, row, new Date(service.clock.now() + lostResponseMs));
    }
    return { settlement };
  }

  function logAudit(error: unknown): void {
    log.error({ err: error, requestId }, "audit outcome write failed");
  }
}

/** The settlement of a message that started a run. */
export function sentBy(service: Service, { text }: FollowUpRow, runId: string): Settlement {
  return { state: "sent", runId, sentAt: new Date(service.clock.now()), text: createMasker(service).mask(text) };
}

const transient: ReadonlySet<number> = new Set([401, 404, 409, 429]);

/** Only requests that the service can't have executed are retried without a check. */
function settlementOf(error: UpstreamError, now: number): Settlement | undefined {
  const { status, code, message, neverSent, retryAfterMs } = error;
  if (!neverSent && status >= 500) return undefined;
  if (!neverSent && !transient.has(status)) return { state: "refused", problem: message };
  const problem = code === "agent_busy" || neverSent ? null : message;
  return { state: "waiting", problem, retryAt: new Date(now + (retryAfterMs ?? retryMs)) };
}
