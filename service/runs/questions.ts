import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Answer, Question } from "@/lib/contract/agents/question";
import type { RunFrame } from "@/runner/run/run-spec";
import type { Context } from "../core/context";
import { notify } from "../core/store/notifications";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { agents, runs } from "../core/store/tables/agents";

const QuestionFrame = z.discriminatedUnion("state", [
  z.looseObject({ state: z.literal("question"), question: Question }),
  z.looseObject({ state: z.literal("question-closed"), questionId: z.string() }),
]);

/** Stores a question in the frames, or its end, in the run, so that it can be answered and shown in lists. */
export async function storeQuestions(context: Context, runId: string, frames: readonly RunFrame[]): Promise<void> {
  const { db, clock } = context;
  for (const { event, data } of frames) {
    const parsed = event === "interaction_update" ? QuestionFrame.safeParse(data) : undefined;
    if (!parsed?.success) continue;
    const change = parsed.data;
    const now = clock.now();
    await retryOnDisconnect(context, () =>
      db.transaction(async (tx) => {
        // Locked before the run, in the same order as when runs end.
        const [agent] = await tx
          .select({ id: agents.id })
          .from(agents)
          .where(eq(agents.latestRunId, runId))
          .for("update");
        const question = change.state === "question" ? { question: change.question, askedAt: now } : null;
        const isOther =
          change.state === "question"
            ? sql`${runs.question} #>> '{question,id}' is distinct from ${change.question.id}`
            : sql`${runs.question} #>> '{question,id}' = ${change.questionId}`;
        const changed = await tx
          .update(runs)
          .set({ question, updatedAt: now })
          .where(and(eq(runs.id, runId), eq(runs.status, "RUNNING"), isOther))
          .returning({ id: runs.id });
        if (changed.length === 0 || !agent) return;
        await tx.update(agents).set({ updatedAt: now }).where(eq(agents.id, agent.id));
      }),
    );
  }
}

/** Stores the answer of a run's open question and notifies the runner. Returns false if it is no longer open. */
export async function storeAnswer({ db, clock }: Context, runId: string, id: string, answer: Answer): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(runs).where(eq(runs.id, runId)).for("update");
    if (row?.status !== "RUNNING" || row.question?.question.id !== id || row.question.answer) return false;
    const updatedAt = clock.now();
    await tx
      .update(runs)
      .set({ question: { ...row.question, answer }, updatedAt })
      .where(eq(runs.id, runId));
    await notify(tx, "answer", runId);
    return true;
  });
}

/** Calls back with each answer to a run's question, possibly repeatedly. Returns a function that unsubscribes. */
export function onAnswer(
  context: Pick<Context, "db" | "clock" | "log" | "notifications">,
  runId: string,
  callback: (questionId: string, answer: Answer) => void,
): () => void {
  const read = async () => {
    const [row] = await retryOnDisconnect(context, () =>
      context.db.select({ question: runs.question }).from(runs).where(eq(runs.id, runId)),
    );
    if (row?.question?.answer) callback(row.question.question.id, row.question.answer);
  };
  const check = () =>
    void read().catch((error) => context.log.error({ err: error, runId }, "couldn't read a run's answer"));
  // An answer may be stored already, if the connection was lost in between.
  check();
  return context.notifications.on("answer", runId, check);
}
