import { listSessions } from "@/lib/contract/dashboard/sessions/list-sessions";
import { systemClock } from "@/lib/core/clock";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { openSessions } from "@/lib/server/db/sessions";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const listSessionsOperation = implementOperation(listSessions, async ({ user }) => {
  const rows = await openSessions(await dashboardStore(), user.id, new Date(systemClock.now()));
  return {
    sessions: rows.map(({ id, method, userAgent, createdAt, expiresAt }) => ({
      id,
      method,
      userAgent,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      current: id === user.sessionId,
    })),
  };
});
