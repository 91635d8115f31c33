import { and, eq, inArray } from "drizzle-orm";
import type { Branch, Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { NotificationEventType } from "@/lib/contract/dashboard/notifications/notification-events";
import type { NotificationFacts } from "@/lib/model/notifications/notification";
import { type PullAddress, parsePullAddress } from "@/lib/model/pull-address";
import { isOwner } from "./agent-owner";
import { followUps } from "./follow-up-schema";
import { agents } from "./index-schema";
import { type NotificationTransaction, recordNotification } from "./record-notification";
import { referencesPull } from "./references-pull";
import { agentProfiles, launches, users } from "./schema";
import type { Store } from "./store";

type AgentRow = typeof agents.$inferSelect;
type Reader = Pick<Store["database"], "select" | "selectDistinct">;

/** What ended or was opened longer ago was only just found, for example by a new index. */
const recentMs = 10 * 60_000;

/** The same event is reported by the index and by webhooks. */
export const pullKey = (event: "opened" | "merged", { ownerSlug, repoName, pullNumber }: PullAddress): string =>
  `pull-${event}:${ownerSlug}/${repoName}/${pullNumber}`.toLowerCase();

/** The users who launched an agent or sent one of its messages. */
export async function ownersOf(tx: Reader, agentIds: readonly string[]): Promise<string[]> {
  if (agentIds.length === 0) return [];
  const launched = await tx
    .selectDistinct({ id: users.id })
    .from(agents)
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .innerJoin(users, isOwner)
    .where(inArray(agents.id, [...agentIds]));
  const sent = await tx
    .selectDistinct({ id: followUps.userId })
    .from(followUps)
    .where(inArray(followUps.agentId, [...agentIds]));
  return [...launched, ...sent].map(({ id }) => id);
}

/** The users whose agents opened or work on a pull request, and those with these email addresses. */
export async function ownersOfPull(
  tx: Reader,
  { source, pull, emails }: { source: string; pull: PullAddress; emails: readonly string[] },
): Promise<string[]> {
  const { ownerSlug: owner, repoName: name, pullNumber } = pull;
  const found = await tx
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.source, source), referencesPull({ owner, name, pulls: [pullNumber] })))
    .limit(20);
  const owners = await ownersOf(
    tx,
    found.map(({ id }) => id),
  );
  return [...owners, ...(await usersWithEmails(tx, emails))];
}

export async function usersWithEmails(tx: Reader, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      inArray(
        users.email,
        emails.map((email) => email.toLowerCase()),
      ),
    );
  return found.map(({ id }) => id);
}

interface Sighting {
  key: string;
  type: NotificationEventType;
  at: Date;
  facts: Omit<NotificationFacts, "agent">;
}

/** Records what happened to an agent, for the users to notify. */
async function recordForAgent(
  tx: NotificationTransaction,
  { id, name }: { id: string; name: string },
  sightings: readonly Sighting[],
  now: Date,
): Promise<void> {
  if (sightings.length === 0) return;
  const owners = await ownersOf(tx, [id]);
  const [profile] = await tx.select().from(agentProfiles).where(eq(agentProfiles.agentId, id));
  const agent = { id, name: profile?.name ?? name };
  for (const { facts, ...event } of sightings) {
    await recordNotification(tx, { ...event, owners, facts: { agent, ...facts } }, now);
  }
}

function questionOf(before: AgentRow, run: Run | undefined, now: Date): Sighting[] {
  const id = run?.question?.id;
  if (!run || id === undefined || isTerminal(run.status) || before.runQuestionId === id) return [];
  const facts = { question: { id, runId: run.id } };
  return [{ key: `question:${id}`, type: "run.needs_input", at: now, facts }];
}

function endedRuns(known: ReadonlyMap<string, string>, runs: readonly Run[], now: Date): Sighting[] {
  return runs.flatMap((run) => {
    const previous = known.get(run.id);
    const at = new Date(run.updatedAt);
    const isNew = previous === undefined ? now.getTime() - at.getTime() < recentMs : !isTerminal(previous);
    if (!isTerminal(run.status) || !isNew) return [];
    const { id, status, error } = run;
    const type = status === "ERROR" || status === "EXPIRED" ? "run.failed" : "run.ended";
    return [{ key: `run-ended:${id}`, type, at, facts: { run: { id, status, errorCode: error?.code } } } as const];
  });
}

type Branches = readonly Pick<Branch, "prUrl">[];

function openedPulls(before: AgentRow, branches: Branches, now: Date): Sighting[] {
  // Without branches it was read for the first time.
  const isOld = before.branches === null && now.getTime() - Date.parse(before.createdAt) > 60 * 60_000;
  const known = new Set([...(before.branches ?? []), ...(before.repos ?? [])].map(({ prUrl }) => prUrl));
  if (isOld) return [];
  return branches.flatMap(({ prUrl }) => {
    const pull = prUrl === undefined || known.has(prUrl) ? undefined : parsePullAddress(prUrl);
    return pull
      ? [{ key: pullKey("opened", pull), type: "pull_request.opened", at: now, facts: { pull } } as const]
      : [];
  });
}

/** Records the events between an agent's row and its newly read data. `known`: the stored statuses of its runs. */
export async function notifyOfAgent(
  tx: NotificationTransaction,
  before: AgentRow,
  read: { runs: readonly Run[]; latest: Run | undefined; known: ReadonlyMap<string, string>; branches: Branches },
  now: Date,
): Promise<void> {
  await recordForAgent(
    tx,
    before.entry,
    [
      ...questionOf(before, read.latest, now),
      ...endedRuns(read.known, read.runs, now),
      ...openedPulls(before, read.branches, now),
    ],
    now,
  );
}

/** Records that an agent asks its user. */
export function notifyOfQuestion(tx: NotificationTransaction, before: AgentRow, run: Run, now: Date): Promise<void> {
  return recordForAgent(tx, before.entry, questionOf(before, run, now), now);
}

/** Records that an agent's pull requests were merged. */
export async function notifyOfMerges(
  tx: NotificationTransaction,
  id: string,
  urls: readonly string[],
  now: Date,
): Promise<void> {
  const merged = urls.flatMap((url) => {
    const pull = parsePullAddress(url);
    return pull
      ? [{ key: pullKey("merged", pull), type: "pull_request.merged", at: now, facts: { pull } } as const]
      : [];
  });
  if (merged.length === 0) return;
  const [row] = await tx.select().from(agents).where(eq(agents.id, id));
  if (row) await recordForAgent(tx, row.entry, merged, now);
}
