import { type FollowUp, maxFollowUps } from "@/lib/contract/dashboard/follow-up";
import { requireAgent } from "@/lib/server/agent-access/dashboard-agents";
import type { User } from "@/lib/server/auth/session-reader";
import { requireBudget } from "@/lib/server/budgets/dashboard-budgets";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import {
  editFollowUp,
  findFollowUp,
  insertFollowUp,
  moveFollowUp,
  type NewFollowUp,
  readQueue,
} from "@/lib/server/db/follow-ups";
import { findUser } from "@/lib/server/db/users";
import { followUpParts, sendNow } from "@/lib/server/follow-ups/dashboard-follow-ups";
import { type Attachments, sealAttachments } from "@/lib/server/follow-ups/seal";
import { sendImmediately } from "@/lib/server/follow-ups/send-follow-up";
import { signedOut } from "@/lib/server/gateway/api-error";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { currentBody } from "./queued-message";

interface Message {
  /** Repeating a message with the same id returns the first one. */
  id?: string | undefined;
  agentId: string;
  user: User;
  text: string;
  mode?: string | undefined;
  attachments?: Attachments;
  pullRequest?: string | undefined;
  /** Send it before other queued messages, even if the last run failed. */
  first?: boolean;
}

/** Throws if the id is that of another message. */
async function messageOf({ id, agentId, user }: Message): Promise<FollowUp | undefined> {
  if (id === undefined) return undefined;
  const known = await findFollowUp(await dashboardStore(), indexSource(dashboardSettings()), id);
  if (!known) return undefined;
  if (known.row.agentId === agentId && known.row.userId === user.id) return currentBody(known, user.id);
  const message = "Another message has this id.";
  throw new OperationError({ status: 409, code: "follow_up_exists", message, field: "id" });
}

/** The same message, if it is already known. Otherwise throws if the user can't send it, or if a budget is used up. */
async function checkMessage(message: Message): Promise<FollowUp | undefined> {
  // A message that the service rejects would block the queue.
  await requireAgent(message.user, message.agentId, "own");
  const known = await messageOf(message);
  if (!known) await requireBudget(message.agentId);
  return known;
}

async function newFollowUp({ id, agentId, user, text, ...message }: Message): Promise<NewFollowUp> {
  const { mode, attachments, pullRequest } = message;
  const { clock, ids } = dashboardService();
  const { secret } = await followUpParts();
  const images = attachments?.images?.length ?? 0;
  const servers = attachments?.mcpServers?.length ?? 0;
  const sealed = attachments && images + servers > 0 ? await sealAttachments(attachments, await secret()) : null;
  return {
    id: id ?? ids.uuid(),
    source: indexSource(dashboardSettings()),
    agentId,
    userId: user.id,
    text,
    mode: mode ?? null,
    images,
    mcpServers: servers,
    sealed,
    pullRequest: pullRequest ?? null,
    createdAt: new Date(clock.now()),
  };
}

/** Adds a message to an agent's queue, and sends it at once if the agent is idle. Throws if the queue is full or a budget is used up. */
export async function queueMessage(message: Message): Promise<FollowUp> {
  const { agentId, user, first = false } = message;
  const known = await checkMessage(message);
  if (known) return known;
  const store = await dashboardStore();
  const row = await insertFollowUp(store, await newFollowUp(message));
  const author = await findUser(store, user.id);
  if (!row || !author) {
    const full = `The queue is full. At most ${maxFollowUps} messages can be queued for an agent.`;
    throw new OperationError({ status: 409, code: "follow_up_queue_full", message: full });
  }
  if (first) {
    await editFollowUp(store, row, { force: true });
    const [head] = await readQueue(store.database, row);
    if (head && head.row.id !== row.id) await moveFollowUp(store, row, head.row.id);
  }
  await sendNow(agentId);
  return currentBody({ row, author }, user.id);
}

/** Sends a message to an idle agent without queuing it. Throws if the agent is busy, or if a budget or the service rejects it. */
export async function sendMessage(message: Message): Promise<FollowUp> {
  const known = await checkMessage(message);
  if (known) return known;
  const author = await findUser(await dashboardStore(), message.user.id);
  if (!author) throw new OperationError(signedOut);
  const result = await sendImmediately(await followUpParts(), await newFollowUp(message), author);
  if ("row" in result) return currentBody({ row: result.row, author }, author.id);
  // A concurrent request can have sent it.
  const repeated = await messageOf(message);
  if (repeated) return repeated;
  throw new OperationError(result.rejection);
}
