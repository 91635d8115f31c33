import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { presentedKey } from "../../core/http/credentials";
import type { Principal } from "../../core/principal";
import { workers } from "../../core/store/tables/pools";
import { pendingRequests } from "../../core/store/tables/queue";
import { authenticate } from "../../users/authenticate";
import { holderOf } from "../../users/holder";
import { readRunToken } from "./run-token";

/** A connecting worker's principal, and the holder of its access: the credential that it came from. */
export interface WorkerCaller {
  principal: Principal;
  holder: string;
}

/**
 * Resolves a connecting worker's credential. Besides keys and tokens, the token of an active run is accepted,
 * so a worker can finish a run whose claim was released and whose session token has ended.
 */
export async function authenticateWorker(
  context: Context,
  authorization: string | null,
): Promise<WorkerCaller | undefined> {
  const known = await authenticate(context, authorization);
  if (known) return { principal: known, holder: holderOf(known) };
  const grant = await readRunToken(context, presentedKey(authorization)?.key ?? "");
  if (!grant) return undefined;
  const { teamId, workerId, agentId, runId } = grant;
  const [held] = await context.db
    .select({ worker: workers })
    .from(pendingRequests)
    .innerJoin(workers, and(eq(workers.teamId, pendingRequests.teamId), eq(workers.id, pendingRequests.runWorkerId)))
    .where(
      and(
        eq(pendingRequests.agentId, agentId),
        eq(pendingRequests.teamId, teamId),
        eq(pendingRequests.runId, runId),
        eq(pendingRequests.runWorkerId, workerId),
        eq(pendingRequests.state, "running"),
      ),
    );
  if (!held) return undefined;
  const principal = {
    kind: "session",
    serviceAccountId: held.worker.serviceAccountId ?? "",
    teamId,
    agentId,
    workerId,
    keyId: runId,
    keyName: "run",
    keyCreatedAt: held.worker.connectedAt,
  } as const;
  return { principal, holder: grant.holder };
}
