import type { Clock } from "@/lib/core/clock";
import { RunFailure } from "../limits/run-failure";
import type { AgentProfile } from "../run/run-spec";
import { rejectedKey } from "./check-key";

/** Programs retry a rejected key for minutes before they report it. */
const silentMs = 8_000;

/**
 * Checks the key with the model's endpoint if the agent sends nothing at the start of a turn. Rejects with
 * `agent_needs_key` if the endpoint rejects it. `responded`: whether the agent sent something.
 */
export async function withKeyWatch<T>(
  clock: Clock,
  profile: Pick<AgentProfile, "preset" | "env"> | undefined,
  responded: () => boolean,
  work: Promise<T>,
): Promise<T> {
  const { preset, env } = profile ?? {};
  if (preset === undefined || env === undefined) return work;
  let stop = () => {};
  const rejected = new Promise<never>((_, reject) => {
    stop = clock.after(silentMs, () => {
      if (responded()) return;
      rejectedKey({ preset, env }).then((problem) => {
        if (problem !== undefined && !responded()) reject(new RunFailure("agent_needs_key", problem));
      }, reject);
    });
  });
  return Promise.race([work, rejected]).finally(() => stop());
}
