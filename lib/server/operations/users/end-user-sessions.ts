import { endUserSessions } from "@/lib/contract/dashboard/users/end-user-sessions";
import { systemClock } from "@/lib/core/clock";
import { sessionsEnded } from "@/lib/server/agent-access/sessions-ended";
import { endAllSessions } from "@/lib/server/db/change-user";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findUser } from "@/lib/server/db/users";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { userNotFound } from "./user-not-found";

export const endUserSessionsOperation = implementOperation(endUserSessions, async ({ params }) => {
  const store = await dashboardStore();
  const user = await findUser(store, params.id);
  const ended = await endAllSessions(store, params.id, new Date(systemClock.now()));
  if (!user || ended === undefined) throw userNotFound();
  await sessionsEnded(user);
  return { ended };
});
