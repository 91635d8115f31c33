import { vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { upsertNamespaceGrant } from "@/lib/contract/hosting/grants/upsert-namespace-grant";
import { createLog } from "@/lib/core/log";
import type { User } from "@/lib/server/auth/session-reader";
import { recordAudit } from "@/lib/server/db/audit";
import { createGateway } from "@/lib/server/gateway/gateway";
import { type DashboardCalls, startDashboardCalls } from "@/lib/server/operations/testing/dashboard-calls";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { variableParts } from "../dashboard-variables";
import { extendLaunch } from "../extend-launch";

const webUrl = "http://127.0.0.1:3000";

export interface VariableFixture extends DashboardCalls {
  service: TestService;
  /** URL of the demo repository, to which every member can push until {@link restrict}. */
  repository: string;
  /** Leaves members only read permission on the demo's repositories. Admins keep theirs. */
  restrict(): Promise<void>;
  /** Launches an agent through the proxy as a user. */
  launch(user: User, body: object, headers?: Record<string, string>): Promise<Response>;
}

/** The dashboard's variables, on a real service. Call it in a file that is isolated: it changes settings that are read once. */
export async function startVariableFixture(): Promise<VariableFixture> {
  const service = await startTestService({ DEMO: "1" });
  vi.stubEnv("DATA_DIR", service.dataDir);
  vi.stubEnv("SERVICE_PORT", new URL(service.url).port);
  const own = await startDashboardCalls();
  return {
    ...own,
    service,
    repository: `${service.service.settings.gitUrl}/demo/orders`,
    async restrict() {
      const body = { teamGroup: { kind: "members" as const }, permission: "PERMISSION_READ" as const };
      await service.call(upsertNamespaceGrant, { params: { ownerSlug: "demo" }, body });
    },
    launch(user, body, headers = {}) {
      const gateway = createGateway({
        operations: [createAgent],
        service: dashboardService(),
        webUrl,
        user: async () => user,
        recordAudit: (entry) => recordAudit(own.store, entry),
        extendWrite: (write) => extendLaunch(variableParts, write),
        log: createLog({ program: "test", level: "silent" }),
        shutdown: new AbortController().signal,
      });
      return gateway(
        new Request(`${webUrl}/api/v1/agents`, {
          method: "POST",
          headers: { host: "127.0.0.1:3000", "sec-fetch-site": "same-origin", ...headers },
          body: JSON.stringify(body),
        }),
      );
    },
    async stop() {
      await own.stop();
      await service.close();
      vi.unstubAllEnvs();
    },
  };
}
