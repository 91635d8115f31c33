import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { FiringOutcome } from "@/lib/server/db/claim-firing";
import { openStore } from "@/lib/server/db/store";
import { runDue } from "../run-due";
import type { ProcessMessage, ProcessOrder } from "./spawned-process";

// A process that launches automations when its parent says what time it is. Its parent is also the service; for tests.
const log = createLog({ program: "test", level: "silent" });
const store = await openStore({ url: process.env.DATABASE_URL ?? "", log });
const clock = new FakeClock();
const waiting = new Map<number, (outcome: FiringOutcome | undefined) => void>();
let requests = 0;
const send = (message: ProcessMessage) => process.send?.(message);

async function work(now: number): Promise<void> {
  clock.advance(now - clock.now());
  const running = new Set<Promise<void>>();
  for (;;) {
    const started = await runDue(
      {
        ...{ store, source: "test", clock, log },
        launch: (claimed) => {
          requests += 1;
          const request = requests;
          send({ kind: "launch", request, claimed });
          return new Promise((resolve) => waiting.set(request, resolve));
        },
      },
      running,
    );
    await Promise.all(running);
    if (started === 0) break;
  }
  send({ kind: "done" });
}

process.on("message", (order: ProcessOrder) => {
  if (order.kind === "work") {
    void work(order.now);
    return;
  }
  waiting.get(order.request)?.(order.outcome);
  waiting.delete(order.request);
});
process.on("disconnect", () => process.exit());
send({ kind: "ready" });
