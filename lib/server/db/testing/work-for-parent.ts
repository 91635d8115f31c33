import { createLog } from "@/lib/core/log";
import { openStore, type Store } from "@/lib/server/db/store";
import type { ProcessMessage, ProcessOrder } from "./spawned-process";

/** Works on the tasks of the parent, a `SpawnedProcess`, until it disconnects or kills this process; for tests. */
export async function workForParent<Task, Question = never, Answer = never>(
  work: (store: Store, task: Task, ask: (question: Question) => Promise<Answer>) => Promise<void>,
): Promise<void> {
  const log = createLog({ program: "test", level: "silent" });
  const store = await openStore({ url: process.env.DATABASE_URL ?? "", log });
  const waiting = new Map<number, (answer: Answer) => void>();
  let questions = 0;
  const send = (message: ProcessMessage<Question>) => process.send?.(message);
  const ask = (question: Question) => {
    questions += 1;
    const id = questions;
    send({ kind: "question", id, question });
    return new Promise<Answer>((resolve) => waiting.set(id, resolve));
  };
  process.on("message", (order: ProcessOrder<Task, Answer>) => {
    if (order.kind === "work") {
      void work(store, order.task, ask).then(() => send({ kind: "done" }));
      return;
    }
    waiting.get(order.id)?.(order.answer);
    waiting.delete(order.id);
  });
  process.on("disconnect", () => process.exit());
  send({ kind: "ready" });
}
