import { endSession } from "@/lib/contract/dashboard/sessions/end-session";
import { systemClock } from "@/lib/core/clock";
import { sessionsEnded } from "@/lib/server/agent-access/sessions-ended";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { endSession as endRow } from "@/lib/server/db/sessions";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";

export const endSessionOperation = implementOperation(endSession, async ({ params, user }) => {
  const session = { id: params.id, userId: user.id };
  if (!(await endRow(await dashboardStore(), session, new Date(systemClock.now())))) {
    throw new OperationError({ status: 404, code: "not_found", message: "Session not found.", field: "id" });
  }
  await sessionsEnded(user);
  return { id: params.id };
});
