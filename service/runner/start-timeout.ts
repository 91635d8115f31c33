import type { Clock } from "@/lib/core/clock";
import { RunFailure } from "./run-failure";

const startTimeoutMs = 120_000;

/** Rejects if the handshake takes too long. */
export async function withStartTimeout<T>(clock: Clock, work: Promise<T>): Promise<T> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = clock.after(startTimeoutMs, () =>
      reject(new RunFailure("agent_crashed", `the agent didn't start within ${startTimeoutMs / 1000} seconds`)),
    );
  });
  return Promise.race([work, late]).finally(stop);
}
