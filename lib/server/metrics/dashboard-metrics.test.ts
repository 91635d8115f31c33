import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { dashboard } from "@/lib/server/dashboard";
import { startTestDatabase } from "@/postgres/testing/test-server";

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  postgres = await startTestDatabase("dashboard");
  vi.stubEnv("DATABASE_URL", postgres.url);
  vi.stubEnv("METRICS_TOKEN", "metrics-token-of-a-test");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await (await dashboard.store)?.close();
  await postgres.stop();
});

it("are served only with the token", async () => {
  const { GET } = await import("@/app/api/metrics/route");
  const request = (token: string) =>
    new Request("http://slipway.test", { headers: { authorization: `Bearer ${token}` } });
  expect((await GET(request("other"))).status).toBe(401);
  const response = await GET(request("metrics-token-of-a-test"));
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toMatch(/slipway_dashboard_database_connections\{state="idle"\} [0-9]/);
  expect(text).toContain("slipway_dashboard_live_streams 0");
});
