import { z } from "zod";
import type { Context } from "../../core/context";

/** What a worker may do for a run: read its specification, bring its artifacts. */
const RunGrant = z.object({ teamId: z.number(), workerId: z.string(), agentId: z.string(), runId: z.string() });
export type WorkerRunGrant = z.infer<typeof RunGrant>;

const prefix = "wrt_";

/** A token for one run on one worker. Sealed rather than stored, so that every service of the database reads it. */
export function runToken({ cipher }: Pick<Context, "cipher">, grant: WorkerRunGrant): string {
  return prefix + cipher.seal(grant).toString("base64url");
}

/** What a token grants; `undefined` when it is none of ours. */
export function readRunToken({ cipher }: Pick<Context, "cipher">, token: string): WorkerRunGrant | undefined {
  if (!token.startsWith(prefix)) return undefined;
  try {
    return RunGrant.parse(cipher.open(Buffer.from(token.slice(prefix.length), "base64url")));
  } catch {
    return undefined;
  }
}
