import "server-only";
import { listRuns } from "@/lib/contract/agents/list-runs";
import type { Run } from "@/lib/contract/agents/run";
import { callPath } from "@/lib/contract/client-path";
import type { NumberedRuns } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardLog } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { countNumberedRuns, findNumberedRun, readNumberedRuns, type StoredRun } from "@/lib/server/db/numbered-runs";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import type { Acting } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { RunNumbering } from "./run-numbering";

declare global {
  interface Dashboard {
    runNumbering?: RunNumbering | undefined;
  }
}

function numbering(): RunNumbering {
  dashboard.runNumbering ??= new RunNumbering({
    store: dashboardStore,
    clock: dashboardService().clock,
    log: dashboardLog(),
  });
  return dashboard.runNumbering;
}

interface RunRange {
  limit: number;
  from?: number | undefined;
  run?: string | undefined;
}

/**
 * Some of an agent's runs with their numbers; see `listNumberedRuns`. The newest ones have all fields that the service lists, older
 * ones only the required fields. Throws {@link UpstreamError} if the user can't see the agent, and {@link OperationError} 404
 * `run_not_found`.
 */
export async function readRuns(user: Acting["user"], agentId: string, range: RunRange): Promise<NumberedRuns> {
  const service = dashboardService();
  const { newest, counted } = await numbering().update(agentId, (query) =>
    callWith(service, listRuns, { path: callPath(listRuns, { id: agentId }, query), acting: { user } }),
  );
  if (!counted) {
    const items = newest.filter(({ id }) => range.run === undefined || id === range.run);
    return { items: items.slice(0, range.limit).toReversed() };
  }
  const store = await dashboardStore();
  const total = await countNumberedRuns(store, agentId);
  const listed = new Map(newest.map((run): [string, Run] => [run.id, run]));
  const withDetails = (run: StoredRun & { number: number }) => ({ ...run, ...listed.get(run.id), number: run.number });
  if (range.run !== undefined) {
    const found = await findNumberedRun(store, agentId, range.run);
    if (found) return { total, items: [withDetails(found)] };
    throw new OperationError({ status: 404, code: "run_not_found", message: "Run not found.", field: "run" });
  }
  const first = range.from ?? Math.max(1, total - range.limit + 1);
  const rows = await readNumberedRuns(store, agentId, { first, last: first + range.limit - 1 });
  return { total, items: rows.map(withDetails) };
}
