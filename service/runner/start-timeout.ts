import type { Clock } from "@/lib/core/clock";
import { RunFailure } from "./run-failure";

const startTimeoutMs = 120_000;

/** Rejects if the handshake, or a part of it, takes too long. */
export async function withStartTimeout<T>(clock: Clock, work: Promise<T>, timeoutMs = startTimeoutMs): Promise<T> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = clock.after(timeoutMs, () =>
      reject(new RunFailure("agent_crashed", `the agent didn't start within ${timeoutMs / 1000} seconds`)),
    );
  });
  return Promise.race([work, late]).finally(stop);
}
