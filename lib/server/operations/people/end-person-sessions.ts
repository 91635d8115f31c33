import { endPersonSessions } from "@/lib/contract/dashboard/end-person-sessions";
import { systemClock } from "@/lib/core/clock";
import { forgetSessions } from "@/lib/server/auth/session";
import { endAllSessions } from "@/lib/server/db/change-person";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { personNotFound } from "./person-not-found";

export const endPersonSessionsOperation = implementOperation(endPersonSessions, async ({ params }) => {
  const ended = await endAllSessions(await dashboardStore(), params.id, new Date(systemClock.now()));
  if (ended === undefined) throw personNotFound();
  forgetSessions();
  return { ended };
});
