import { endPersonSessions } from "@/lib/contract/dashboard/end-person-sessions";
import { systemClock } from "@/lib/core/clock";
import { forgetSessions } from "@/lib/server/auth/session";
import { endSessionsOf } from "@/lib/server/db/change-person";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { answerWith } from "@/lib/server/gateway/own-operation";
import { noSuchPerson } from "./person-not-found";

export const endPersonSessionsOperation = answerWith(endPersonSessions, async ({ params }) => {
  const ended = await endSessionsOf(await dashboardStore(), params.id, new Date(systemClock.now()));
  if (ended === undefined) throw noSuchPerson();
  forgetSessions();
  return { ended };
});
