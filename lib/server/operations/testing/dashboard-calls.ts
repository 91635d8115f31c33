import type { Role } from "@/lib/contract/operation";
import { systemClock } from "@/lib/core/clock";
import { createLog } from "@/lib/core/log";
import type { User } from "@/lib/server/auth/session-reader";
import { dashboard } from "@/lib/server/dashboard";
import { recordAudit } from "@/lib/server/db/audit";
import { beginSession } from "@/lib/server/db/sessions";
import { openStore, type Store } from "@/lib/server/db/store";
import { addUser } from "@/lib/server/db/users";
import { createGateway } from "@/lib/server/gateway/gateway";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { dashboardOperations } from "../operations.generated";

const webUrl = "http://127.0.0.1:3000";

export interface DashboardCalls {
  store: Store;
  databaseUrl: string;
  /** Adds a signed-in user with that role. */
  someone(name: string, role: Role): Promise<User>;
  /** Calls a dashboard operation as a user, through all checks. The path is relative to `/api/dashboard`. */
  call(user: User | undefined, method: string, path: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
}

/** The dashboard's operations on a real database. */
export async function startDashboardCalls(): Promise<DashboardCalls> {
  const postgres = await startTestDatabase("dashboard");
  const log = createLog({ program: "test", level: "silent" });
  const store = await openStore({ url: postgres.url, log });
  dashboard.store = Promise.resolve(store);
  dashboard.agentViewers = async ({ id }) => ({ id, seesAll: true });
  return {
    store,
    databaseUrl: postgres.url,
    async someone(name, role) {
      const id = crypto.randomUUID();
      const createdAt = new Date();
      const email = `${name.toLowerCase()}@x.example`;
      await addUser(store, { id, email, displayName: name, role, createdAt });
      const sessionId = crypto.randomUUID();
      await beginSession(store, {
        id: sessionId,
        userId: id,
        method: "link",
        userAgent: "Firefox",
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 3_600_000),
      });
      return { id, email, name, role, sessionId };
    },
    call(user, method, path, body) {
      const gateway = createGateway({
        operations: [],
        own: dashboardOperations,
        service: {
          address: { base: "http://127.0.0.1:1", repohostPrefix: "/v1/repohost" },
          credentials: { authorization: async () => "none" },
          clock: systemClock,
          ids: { uuid: () => crypto.randomUUID() },
        },
        webUrl,
        user: async () => user,
        recordAudit: (entry) => recordAudit(store, entry),
        log,
        shutdown: new AbortController().signal,
      });
      return gateway(
        new Request(`${webUrl}/api/dashboard${path}`, {
          method,
          headers: { host: "127.0.0.1:3000", "sec-fetch-site": "same-origin" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
    },
    async stop() {
      dashboard.store = undefined;
      dashboard.agentViewers = undefined;
      await store.close();
      await postgres.stop();
    },
  };
}
