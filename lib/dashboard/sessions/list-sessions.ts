import { systemClock } from "@/lib/clock/clock";
import { listSessions } from "@/lib/contract/dashboard/list-sessions";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { openSessions } from "@/lib/store/sessions";
import { answerWith } from "@/lib/upstream/own-operation";

export const listSessionsOperation = answerWith(listSessions, async ({ person }) => {
  const rows = await openSessions(await dashboardStore(), person.id, new Date(systemClock.now()));
  return {
    sessions: rows.map(({ id, method, userAgent, createdAt, expiresAt }) => ({
      id,
      method,
      userAgent,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      current: id === person.sessionId,
    })),
  };
});
