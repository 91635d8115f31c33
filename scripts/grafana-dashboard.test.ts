import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { systemClock } from "@/lib/core/clock";
import { dashboardMetrics } from "@/lib/server/metrics/dashboard-metrics";
import { createServiceMetrics } from "@/service/metrics/service-metrics";
import { startTestService } from "@/service/testing/test-service";
import { createWorkerMetrics } from "@/worker/worker-metrics";

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

it("every metric of the Grafana dashboard exists", async () => {
  const test = await startTestService();
  const registries = [
    createServiceMetrics(test.service).registry,
    dashboardMetrics(),
    createWorkerMetrics("svc", systemClock).registry,
  ];
  await test.close();
  const known = new Set(
    registries
      .flatMap((registry) => registry.getMetricsAsArray())
      .flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]),
  );
  const { panels } = Dashboard.parse(JSON.parse(readFileSync("deploy/grafana/slipway.json", "utf8")));
  const used = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:slipway|svc)_\w+/g) ?? []),
  );
  expect(used.length).toBeGreaterThan(panels.length);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});
