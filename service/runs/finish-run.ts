import { and, eq, like, lte, sql } from "drizzle-orm";
import { type Branch, isTerminal } from "@/lib/contract/agents/run";
import type { RunFrame, RunUsage, SessionUsage } from "@/runner/run/run-spec";
import { FrameMasker } from "@/runner/transcript/frame-masker";
import { userMessage, userMessageType } from "@/runner/transcript/user-message";
import type { AgentsContext } from "../agent-access/agents-context";
import type { AgentRow } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { notify } from "../core/store/notifications";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { agents, runEvents, runs } from "../core/store/tables/agents";
import type { Transaction } from "../core/store/transaction";
import type { WithGitHub } from "../github/with-github";
import { requestRunChecks } from "../github-apps/request-run-checks";
import { leaveQueue } from "../queue/leave-queue";
import { lastSequence, numberFrames } from "./append-events";
import { linkPullRequests } from "./link-pull-requests";
import type { RunRow } from "./run-body";
import { runSecrets } from "./run-secrets";

/** Sequence after which no runner stores a run's prompt. */
const latestPrompt = 10;

export interface RunEnding {
  status: "FINISHED" | "ERROR" | "CANCELLED" | "EXPIRED";
  /** Final reply. If omitted, it is assembled from the stored deltas. */
  result?: string;
  error?: { code: string; message: string };
  branches?: readonly Branch[];
  sessionId?: string;
  usage?: RunUsage;
  sessionUsage?: SessionUsage;
}

function mergeBranches(known: readonly Branch[], pushed: readonly Branch[]): Branch[] {
  const key = ({ repoUrl, branch }: Branch) => `${repoUrl} ${branch}`;
  const updates = new Map(pushed.map((entry) => [key(entry), entry]));
  const kept = known.map((old) => {
    const update = updates.get(key(old));
    const { prError: _earlier, ...rest } = old;
    return update ? { ...rest, ...update } : old;
  });
  return [...kept, ...pushed.filter((entry) => !known.some((old) => key(old) === key(entry)))];
}

/**
 * Ends a run in one transaction: terminal status, result, `result` and `done` events, and the agent's branches and status. A
 * prompt that isn't stored yet comes first. Returns false, and changes nothing, if the run has already ended or was deleted.
 */
export async function finishRun(context: AgentsContext, runId: string, ending: RunEnding): Promise<boolean> {
  const linked = await withPullRequests(context, runId, ending);
  return retryOnDisconnect(context, () => end(context, runId, linked));
}

/** Opens pull requests before the run ends, so that its result includes them. */
async function withPullRequests(context: AgentsContext, runId: string, ending: RunEnding): Promise<RunEnding> {
  const { branches, status, result = "" } = ending;
  if (status !== "FINISHED" || !branches?.length) return ending;
  const [found] = await retryOnDisconnect(context, () =>
    context.db
      .select({ agent: agents, status: runs.status })
      .from(runs)
      .innerJoin(agents, eq(agents.id, runs.agentId))
      .where(eq(runs.id, runId)),
  );
  if (!found || isTerminal(found.status)) return ending;
  return { ...ending, branches: await linkPullRequests(context, found.agent, branches, result) };
}

async function end(context: Context & WithGitHub, runId: string, ending: RunEnding): Promise<boolean> {
  const { db, clock, ids } = context;
  return db.transaction(async (tx) => {
    const [found] = await tx.select({ agentId: runs.agentId }).from(runs).where(eq(runs.id, runId));
    if (!found) return false;
    const [agent] = await tx.select().from(agents).where(eq(agents.id, found.agentId)).for("update");
    const [run] = await tx.select().from(runs).where(eq(runs.id, runId)).for("update");
    if (!agent || !run || isTerminal(run.status)) return false;
    const now = clock.now();
    const branches = mergeBranches(agent.branches, ending.branches ?? []);
    const result = ending.result ?? (await replySoFar(tx, runId));
    const git = branches.length > 0 ? { git: { branches } } : {};
    const error = ending.error ? { error: ending.error } : {};
    const body = { runId, status: ending.status, text: result, durationMs: now - run.createdAt, ...git, ...error };
    const frames = numberFrames(runId, (await lastSequence(tx, runId)) + 1, [
      ...(await missingPrompt(tx, context, agent, run)),
      { event: "result", data: body },
      { event: "done", data: {} },
    ]);
    await tx.insert(runEvents).values(frames.map(({ id, ...frame }) => ({ ...frame, runId, eventId: id, at: now })));
    await tx
      .update(runs)
      .set({
        status: ending.status,
        result,
        error: ending.error ?? null,
        usage: ending.usage ?? null,
        sessionUsage: ending.sessionUsage ?? null,
        usageUuid: ending.usage ? ids.uuid() : null,
        updatedAt: now,
        endedAt: now,
      })
      .where(eq(runs.id, runId));
    await tx
      .update(agents)
      .set({
        branches,
        status: agent.status === "ACTIVE" ? "IDLE" : agent.status,
        updatedAt: now,
        ...(ending.sessionId ? { sessionId: ending.sessionId } : {}),
      })
      .where(eq(agents.id, agent.id));
    await notify(tx, "run", runId);
    await requestRunChecks(tx, context, { agentId: agent.id, runId, status: ending.status, branches });
    await notify(tx, "cancel", runId);
    if (agent.envType !== "cloud") await leaveQueue(tx, agent.id, runId, now);
    return true;
  });
}

/**
 * The prompt, unless it is stored. A run can end before it starts, and clients find its prompt only in its stream. The keys of the
 * agent's program aren't known here, so they aren't masked.
 */
async function missingPrompt(tx: Transaction, context: Context, agent: AgentRow, run: RunRow): Promise<RunFrame[]> {
  const isPrompt = like(runEvents.data, `{"type":"${userMessageType}"%`);
  const isEarly = lte(runEvents.sequence, latestPrompt);
  if ((await tx.$count(runEvents, and(eq(runEvents.runId, run.id), isEarly, isPrompt))) > 0) return [];
  const message = userMessage({ agentId: agent.id, prompt: { text: run.promptText, images: run.promptImages } });
  try {
    return [new FrameMasker(runSecrets(context, agent, run)).frame(message)];
  } catch (error) {
    context.log.warn({ err: error, runId: run.id }, "omitted a run's prompt because its secrets can't be read");
    return [];
  }
}

async function replySoFar(tx: Transaction, runId: string): Promise<string> {
  const [row] = await tx
    .select({
      text: sql<string | null>`string_agg(${runEvents.data}::json ->> 'text', '' order by ${runEvents.sequence})`,
    })
    .from(runEvents)
    .where(sql`${runEvents.runId} = ${runId} and ${runEvents.event} = 'assistant'`);
  return row?.text ?? "";
}
