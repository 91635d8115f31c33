import { afterAll, beforeAll, expect, it } from "vitest";
import { putHostedEnvironment } from "@/lib/contract/admin/environments/put-hosted-environment";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let service: TestService;
let own: DashboardCalls;

beforeAll(async () => {
  service = await startTestService({ DEMO: "1" });
  Object.assign(process.env, { DATA_DIR: service.dataDir, SERVICE_ADDRESS: service.url });
  own = await startDashboardCalls();
});
afterAll(async () => {
  await own.stop();
  await service.close();
});

it("lists names by name, without the URLs of repositories, and nothing of a remote service", async () => {
  const user = await own.someone("Ada", "operator");
  const list = async () => (await own.call(user, "GET", "/environment-names")).json();
  expect(await list()).toEqual({ environments: [] });
  const repos = [{ url: `${service.url}/demo/orders` }];
  for (const name of ["staging", "production"]) {
    const params = { teamId: "_", name };
    await service.call(putHostedEnvironment, { params, body: { repos }, key: service.keys.admin });
  }
  expect(await list()).toEqual({
    environments: [
      { name: "production", repositories: 1 },
      { name: "staging", repositories: 1 },
    ],
  });
  dashboard.settings = { ...dashboardSettings(), serviceUrl: "https://api.example.com" };
  expect(await list()).toEqual({ environments: [] });
});
