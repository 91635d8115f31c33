import { forgetSessions } from "@/lib/auth/session";
import { systemClock } from "@/lib/clock/clock";
import { endSession } from "@/lib/contract/dashboard/end-session";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { endSession as endRow } from "@/lib/store/sessions";
import { answerWith, OwnRefusal } from "@/lib/upstream/own-operation";

export const endSessionOperation = answerWith(endSession, async ({ params, person }) => {
  const session = { id: params.id, personId: person.id };
  if (!(await endRow(await dashboardStore(), session, new Date(systemClock.now())))) {
    throw new OwnRefusal({ status: 404, code: "not_found", message: "You have no such open session.", field: "id" });
  }
  forgetSessions();
  return { id: params.id };
});
