import { forgetSessions } from "@/lib/auth/session";
import { systemClock } from "@/lib/clock/clock";
import { endPersonSessions } from "@/lib/contract/dashboard/end-person-sessions";
import { endSessionsOf } from "@/lib/store/change-person";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { answerWith } from "@/lib/upstream/own-operation";
import { noSuchPerson } from "./no-such-person";

export const endPersonSessionsOperation = answerWith(endPersonSessions, async ({ params }) => {
  const ended = await endSessionsOf(await dashboardStore(), params.id, new Date(systemClock.now()));
  if (ended === undefined) throw noSuchPerson();
  forgetSessions();
  return { ended };
});
