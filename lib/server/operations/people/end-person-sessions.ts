import { endPersonSessions } from "@/lib/contract/dashboard/people/end-person-sessions";
import { systemClock } from "@/lib/core/clock";
import { sessionsEnded } from "@/lib/server/agent-access/sessions-ended";
import { endAllSessions } from "@/lib/server/db/change-person";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findPerson } from "@/lib/server/db/people";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { personNotFound } from "./person-not-found";

export const endPersonSessionsOperation = implementOperation(endPersonSessions, async ({ params }) => {
  const store = await dashboardStore();
  const person = await findPerson(store, params.id);
  const ended = await endAllSessions(store, params.id, new Date(systemClock.now()));
  if (!person || ended === undefined) throw personNotFound();
  await sessionsEnded(person);
  return { ended };
});
