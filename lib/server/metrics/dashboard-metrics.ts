import "server-only";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { dashboardHub } from "@/lib/server/live/dashboard-hub";
import { upstreamDurations } from "@/lib/server/upstream/client/upstream-durations";

const prefix = "slipway_dashboard_";

declare global {
  interface Dashboard {
    metrics?: Registry | undefined;
  }
}

function createMetrics(): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix });
  new Gauge({
    name: `${prefix}database_connections`,
    help: "Database connections in the pool, by state",
    labelNames: ["state"],
    registers,
    async collect() {
      const { totalCount, idleCount, waitingCount } = (await dashboardStore()).pool;
      this.set({ state: "busy" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waiting" }, waitingCount);
    },
  });
  new Gauge({
    name: `${prefix}live_streams`,
    help: "Runs streamed to viewers",
    registers,
    collect() {
      this.set(dashboardHub().size);
    },
  });
  new Gauge({
    name: `${prefix}live_kept_bytes`,
    help: "Events kept in memory for viewers who reconnect",
    registers,
    collect() {
      this.set(dashboardHub().keptSize);
    },
  });
  registry.registerMetric(upstreamDurations());
  return registry;
}

/** The dashboard's Prometheus metrics, on `globalThis` because Next.js loads modules more than once. */
export function dashboardMetrics(): Registry {
  dashboard.metrics ??= createMetrics();
  return dashboard.metrics;
}
