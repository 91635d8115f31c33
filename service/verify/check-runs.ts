import { eq, sql } from "drizzle-orm";
import { counted } from "@/lib/model/plural";
import type { Context } from "../core/context";
import { agents, runEvents, runs } from "../core/store/tables/agents";
import type { Report } from "./problem";

const active = sql`${runs.status} in ('CREATING', 'RUNNING')`;

/** Checks that agents match their runs, and that each run's events have no gaps and end with `done` once it has ended. */
export async function checkRuns({ db }: Pick<Context, "db">, report: Report): Promise<number> {
  const agentRows = await db
    .select({
      id: agents.id,
      status: agents.status,
      latestRunId: agents.latestRunId,
      newest: sql<string | null>`(array_agg(${runs.id} order by ${runs.position} desc))[1]`,
      active: sql<number>`count(*) filter (where ${active})::int`,
    })
    .from(agents)
    .leftJoin(runs, eq(runs.agentId, agents.id))
    .groupBy(agents.id);
  for (const agent of agentRows) {
    const subject = `agent ${agent.id}`;
    if (agent.newest !== agent.latestRunId)
      report(subject, `latest run is ${agent.newest} but recorded as ${agent.latestRunId}`);
    if (agent.status === "ACTIVE" && agent.active === 0) report(subject, "is ACTIVE but has no active run");
    if (agent.status !== "ACTIVE" && agent.active > 0) report(subject, `is ${agent.status} but has an active run`);
  }
  const events = await db
    .select({
      id: runs.id,
      ended: sql<boolean>`not ${active}`,
      count: sql<number>`count(*)::int`,
      first: sql<number>`min(${runEvents.sequence})`,
      last: sql<number>`max(${runEvents.sequence})`,
      lastEvent: sql<string>`(array_agg(${runEvents.event} order by ${runEvents.sequence} desc))[1]`,
    })
    .from(runs)
    .innerJoin(runEvents, eq(runEvents.runId, runs.id))
    .groupBy(runs.id);
  for (const run of events) {
    const subject = `run ${run.id}`;
    if (run.first !== 1 || run.count !== run.last)
      report(subject, `is missing ${counted(run.last - run.count, "event")}`);
    if (run.ended !== (run.lastEvent === "done")) {
      report(subject, run.ended ? "has ended without a done event" : "is active but has a done event");
    }
  }
  return agentRows.length;
}
