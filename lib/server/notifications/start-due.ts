import { getAgent } from "@/lib/contract/agents/get-agent";
import { callPath } from "@/lib/contract/client-path";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import type { Log } from "@/lib/core/log";
import { notificationText } from "@/lib/model/notifications/notification";
import { runEndStatus } from "@/lib/model/notifications/run-end";
import { quietUntil } from "@/lib/model/notifications/schedule";
import type { PullAddress } from "@/lib/model/pull-address";
import { readAgentRows } from "@/lib/server/db/agent-rows";
import {
  type AttemptResult,
  claimMessages,
  formMessages,
  type MessageRow,
  maxAttempts,
  postponeMessage,
  readMessage,
  settleMessage,
} from "@/lib/server/db/notification-queue";
import type { UserRow } from "@/lib/server/db/users";
import { userOf } from "@/lib/server/db/users";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { SentEvent } from "./message";
import { readRequest } from "./read-request";
import { type SendParts, sendMessage } from "./send-message";

const maxAtOnce = 16;
/** Requests of agents that one message contains. The other events only link to their agent. */
const maxRequests = 10;

export interface DeliveryParts extends SendParts {
  service: Service;
  log: Log;
}

type Found = NonNullable<Awaited<ReturnType<typeof readMessage>>>;
type StoredEvent = Found["events"][number];

type AgentAccess = "hidden" | "read" | "own";

/** What was read for one message: titles of pull requests, null if the user can't read them, and what they can do with agents. */
interface Subjects {
  titles: Map<string, Promise<string | null>>;
  agents: Map<string, Promise<AgentAccess>>;
  /** How many more requests are read. */
  requests: number;
}

const isHidden = (error: unknown) => error instanceof UpstreamError && (error.status === 403 || error.status === 404);

async function readTitle({ service }: DeliveryParts, user: UserRow, pull: PullAddress): Promise<string | null> {
  const acting = { user: userOf(user), ...pull };
  try {
    return (await callWith(service, getPullRequest, { path: callPath(getPullRequest, { ...pull }), acting })).title;
  } catch (error) {
    if (isHidden(error)) return null;
    throw error;
  }
}

/** What a user can do with an agent. Where the service is called with a shared key, all users can use all agents. */
async function readAccess({ service }: DeliveryParts, user: UserRow, id: string): Promise<AgentAccess> {
  if (service.credentials.actsForUsers?.(getAgent) !== true) return "own";
  try {
    const acting = { user: userOf(user) };
    const { viewerAccess } = await callWith(service, getAgent, { path: callPath(getAgent, { id }), acting });
    return viewerAccess === "own" ? "own" : "read";
  } catch (error) {
    if (isHidden(error)) return "hidden";
    throw error;
  }
}

/** The result for a key, which is read once. */
function once<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const reading = known.get(key) ?? read();
  known.set(key, reading);
  return reading;
}

/** The event as its user may see it: its agent and pull request are read as the user. */
async function renderEvent(
  parts: DeliveryParts,
  { user, channel }: Pick<Found, "user" | "channel">,
  { id, type, at, facts }: StoredEvent,
  subjects: Subjects,
): Promise<SentEvent | undefined> {
  const { agent, pull, question } = facts;
  const address = pull && `${pull.ownerSlug}/${pull.repoName}/${pull.pullNumber}`;
  let title: string | undefined;
  const access = agent && (await once(subjects.agents, agent.id, () => readAccess(parts, user, agent.id)));
  if (access === "hidden") return undefined;
  if (pull && address !== undefined) {
    const read = await once(subjects.titles, address, () => readTitle(parts, user, pull));
    if (read === null && !agent) return undefined;
    title = read ?? undefined;
  }
  const [row] = agent && facts.run ? await readAgentRows(parts.store, [agent.id]) : [];
  const status = facts.run && runEndStatus(facts.run, row);
  let request: SentEvent["request"];
  if (agent && question && subjects.requests > 0) {
    subjects.requests -= 1;
    const recipient = { user, kind: channel.kind, canPrompt: access === "own" };
    request = await readRequest(parts, recipient, { agent, runId: question.runId, questionId: question.id });
  }
  const { path, ...text } = notificationText(type, facts, { pullTitle: title, status });
  return {
    id,
    type,
    at: at.toISOString(),
    ...text,
    url: new URL(path, parts.webUrl).href,
    ...(agent ? { agentId: agent.id } : {}),
    ...(address === undefined ? {} : { pullRequest: address }),
    ...(request ? { request } : {}),
  };
}

/** Makes an attempt, unless it falls in the quiet hours of the message's user, as retries and messages of a stopped dashboard can. */
async function attempt(
  parts: DeliveryParts,
  row: MessageRow,
): Promise<AttemptResult | "dropped" | { quietUntil: number }> {
  // Processes that ended while sending have used up the attempts.
  if (row.attempts > maxAttempts)
    return { delivered: false, message: "Sending was interrupted too often.", final: true };
  const found = await readMessage(parts.store, row);
  if (!found) return "dropped";
  const { channel, user, schedule } = found;
  // The inbox interrupts no one.
  const until = schedule && channel.kind !== "inbox" ? quietUntil(schedule, parts.clock.now()) : undefined;
  if (until !== undefined) return { quietUntil: until };
  const subjects: Subjects = { titles: new Map(), agents: new Map(), requests: maxRequests };
  let events: (SentEvent | undefined)[];
  try {
    events = await Promise.all(found.events.map((event) => renderEvent(parts, found, event, subjects)));
  } catch (error) {
    parts.log.info({ err: error, channel: channel.id }, "couldn't read the subject of a notification");
    return { delivered: false, message: "The service is unavailable." };
  }
  const visible = events.filter((event) => event !== undefined);
  if (visible.length === 0) return "dropped";
  return sendMessage(parts, { channel, email: user.email }, { id: row.id, events: visible });
}

/**
 * Starts sending the messages that are due, and adds their promises to `running` until they are settled. Any number of
 * processes can do this: each message is sent by one of them at a time. A receiver that doesn't respond occupies one of 16
 * places until its attempt times out.
 */
export async function startDue(parts: DeliveryParts, running: Set<Promise<void>>): Promise<void> {
  const { store, clock, log } = parts;
  const now = () => new Date(clock.now());
  await formMessages(store, now());
  const free = maxAtOnce - running.size;
  if (free <= 0) return;
  for (const row of await claimMessages(store, now(), free)) {
    const send = async () => {
      const result = await attempt(parts, row);
      if (typeof result === "object" && "quietUntil" in result) {
        return postponeMessage(store, row, new Date(result.quietUntil));
      }
      if (result !== "dropped" && !result.delivered) {
        log.info({ channel: row.channelId, attempt: row.attempts, reason: result.message }, "notification not sent");
      }
      await settleMessage(store, row, result, now());
    };
    const work: Promise<void> = send()
      .catch((error: unknown) => log.warn({ err: error, message: row.id }, "couldn't store a notification's result"))
      .finally(() => running.delete(work));
    running.add(work);
  }
}
