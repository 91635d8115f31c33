import { z } from "zod";
import type { Context } from "../../core/context";
import { holderPrincipal } from "../../users/holder";

/** Lets a worker read a run's specification and upload its artifacts. */
const RunGrant = z.object({
  teamId: z.number(),
  workerId: z.string(),
  agentId: z.string(),
  runId: z.string(),
  /** Of the credential the worker connected with: the token ends with it. */
  holder: z.string(),
});
export type WorkerRunGrant = z.infer<typeof RunGrant>;

const prefix = "wrt_";

/** Creates a token for one run on one worker. Encrypted instead of stored, so every service on the database can read it. */
export function runToken({ cipher }: Pick<Context, "cipher">, grant: WorkerRunGrant): string {
  return prefix + cipher.seal(grant).toString("base64url");
}

function opened({ cipher }: Pick<Context, "cipher">, token: string): WorkerRunGrant | undefined {
  if (!token.startsWith(prefix)) return undefined;
  try {
    return RunGrant.parse(cipher.open(Buffer.from(token.slice(prefix.length), "base64url")));
  } catch {
    return undefined;
  }
}

/** Reads a run token; undefined if it is invalid, or the worker's credential was revoked. */
export async function readRunToken(
  context: Pick<Context, "cipher" | "db" | "clock">,
  token: string,
): Promise<WorkerRunGrant | undefined> {
  const grant = opened(context, token);
  return grant && (await holderPrincipal(context, grant.holder)) ? grant : undefined;
}
