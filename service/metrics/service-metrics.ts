import { statfs } from "node:fs/promises";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { metricsResponse } from "@/lib/core/http/metrics-response";
import type { Context } from "../core/context";
import type { Route } from "../core/http/server";

type Dependencies = Pick<Context, "clock" | "database" | "settings" | "log">;

const prefix = "slipway_service_";

/** The API of a path, as a bounded label. */
function apiOf(path: string): string {
  if (/^\/[^/]+\/[^/]+\.git\//.test(path)) return "git";
  const [, name] = /^\/(?:v1\/)?(repohost|admin|worker|agents)(?:\/|$)/.exec(path) ?? [];
  return name ?? "other";
}

/** Groups of equal rows with their number. */
async function counts({ database }: Dependencies, query: string): Promise<{ label: string; count: number }[]> {
  const { rows } = await database.pool.query<{ label: string; count: number }>(query);
  return rows;
}

function addDatabaseGauges(context: Dependencies, registry: Registry): void {
  const registers = [registry];
  const counted = (name: string, help: string, label: string, query: string) =>
    new Gauge({
      name: `${prefix}${name}`,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset();
        for (const { label: value, count } of await counts(context, query)) this.set({ [label]: value }, count);
      },
    });
  counted(
    "active_runs",
    "Active runs, by status",
    "status",
    `select r.status as label, count(*)::int as count from agents a join runs r on r.id = a.latest_run_id
     where a.status = 'ACTIVE' and r.status in ('CREATING', 'RUNNING') group by 1`,
  );
  counted(
    "requests_waiting",
    "Requests waiting for a worker, by pool",
    "pool",
    "select coalesce(pool_name, 'machine') as label, count(*)::int as count from pending_requests where state = 'unclaimed' group by 1",
  );
  counted(
    "workers_connected",
    "Connected workers, by pool",
    "pool",
    `select coalesce(p.name, 'machine') as label, count(*)::int as count from workers w left join pools p on p.id = w.pool_id
     where w.connection_id is not null group by 1`,
  );
  counted(
    "webhook_deliveries_due",
    "Unsent webhook deliveries, by state",
    "state",
    "select state as label, count(*)::int as count from webhook_deliveries where state = 'pending' group by 1",
  );
}

function addResourceGauges({ database, settings }: Dependencies, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: `${prefix}database_connections`,
    help: "Database connections in the pool, by state",
    labelNames: ["state"],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.set({ state: "busy" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waiting" }, waitingCount);
    },
  });
  new Gauge({
    name: `${prefix}disk_bytes`,
    help: "Size and free space of the DATA_DIR file system",
    labelNames: ["kind"],
    registers,
    async collect() {
      const { bavail, blocks, bsize } = await statfs(settings.dataDir);
      this.set({ kind: "free" }, bavail * bsize);
      this.set({ kind: "size" }, blocks * bsize);
    },
  });
}

export interface ServiceMetrics {
  registry: Registry;
  /** Measures the requests of a route, and serves `/metrics`. */
  measure(route: Route): Route;
}

/** The service's Prometheus metrics. Gauges read the database when they are scraped. */
export function createServiceMetrics(context: Dependencies): ServiceMetrics {
  const { clock, settings } = context;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix });
  addDatabaseGauges(context, registry);
  addResourceGauges(context, registry);
  const durations = new Histogram({
    name: `${prefix}request_duration_seconds`,
    help: "Time to response headers, by API, method and status",
    labelNames: ["api", "method", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
  return {
    registry,
    measure: (route) => async (request, rawPath, rawQuery, requestId, client) => {
      if (rawPath === "/metrics") return metricsResponse(request, settings.metricsToken, registry);
      const started = clock.now();
      const response = await route(request, rawPath, rawQuery, requestId, client);
      const method = methods.has(request.method) ? request.method : "other";
      durations.observe({ api: apiOf(rawPath), method, status: response.status }, (clock.now() - started) / 1_000);
      return response;
    },
  };
}
