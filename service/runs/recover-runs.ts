import { and, asc, eq, isNull, lt } from "drizzle-orm";
import { processMarker } from "@/runner/environment/agent-environment";
import { endProcesses } from "@/runner/limits/process-tree";
import { collectArtifacts } from "../artifacts/collect-artifacts";
import { agents, runs } from "../core/store/tables/agents";
import { isActive } from "./active-run";
import type { CloudRunContext } from "./execute-cloud-run";
import { finishRun } from "./finish-run";

/** Runs are normally started as soon as they are stored; one that waits longer was missed. */
const startTimeoutMs = 5_000;

/** Cloud runs that haven't ended, oldest first. */
const activeCloudRuns = ({ db }: Pick<CloudRunContext, "db">) =>
  db
    .select({ id: runs.id, leasedBy: runs.leasedBy, leasedUntil: runs.leasedUntil, agentId: runs.agentId })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .where(and(isActive, eq(agents.envType, "cloud")))
    .orderBy(asc(runs.position));

/**
 * Ends cloud runs whose service died, as ERROR `service_restarted`. `exclusive`: no other service shares the database, so
 * every lease is stale.
 */
export async function endAbandonedRuns(context: CloudRunContext, { exclusive }: { exclusive: boolean }): Promise<void> {
  const now = context.clock.now();
  for (const { id, agentId, leasedBy, leasedUntil } of await activeCloudRuns(context)) {
    // A service that was suspended renews its own leases when it continues.
    const isAbandoned = leasedBy !== null && (exclusive || (leasedUntil ?? 0) < now) && leasedBy !== context.instance;
    if (!isAbandoned) continue;
    await endProcesses({ marker: processMarker(context.settings.serviceName.toUpperCase(), id), groups: [] });
    await collectArtifacts(context, agentId);
    const message = "The service stopped during the run";
    await finishRun(context, id, { status: "ERROR", error: { code: "service_restarted", message } });
  }
}

/** Ends abandoned runs, and returns the ids of those that no service started. */
export async function recoverRuns(context: CloudRunContext, exclusive: boolean): Promise<string[]> {
  await endAbandonedRuns(context, { exclusive });
  return (await activeCloudRuns(context)).filter(({ leasedBy }) => leasedBy === null).map(({ id }) => id);
}

/** Returns the ids of cloud runs that no service has started in time. */
export async function findUnstartedRuns({ db, clock }: Pick<CloudRunContext, "db" | "clock">): Promise<string[]> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .where(
      and(
        eq(runs.status, "CREATING"),
        isNull(runs.leasedBy),
        eq(agents.envType, "cloud"),
        lt(runs.createdAt, clock.now() - startTimeoutMs),
      ),
    );
  return rows.map(({ id }) => id);
}
