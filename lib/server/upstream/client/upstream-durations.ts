import "server-only";
import { Histogram } from "prom-client";
import { dashboard } from "@/lib/server/dashboard";

declare global {
  interface Dashboard {
    upstreamDurations?: Histogram<"family" | "method" | "status"> | undefined;
  }
}

/** Durations of the dashboard's calls to the service, on `globalThis` because Next.js loads modules more than once. */
export function upstreamDurations(): Histogram<"family" | "method" | "status"> {
  dashboard.upstreamDurations ??= new Histogram({
    name: "slipway_dashboard_upstream_duration_seconds",
    help: "Time to the service's response headers, by API, method and status",
    labelNames: ["family", "method", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [],
  });
  return dashboard.upstreamDurations;
}
