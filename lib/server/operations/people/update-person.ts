import { updatePerson } from "@/lib/contract/dashboard/people/update-person";
import { systemClock } from "@/lib/core/clock";
import { sessionsEnded } from "@/lib/server/agent-access/sessions-ended";
import { changePerson, endAllSessions } from "@/lib/server/db/change-person";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { personBody } from "./person-body";
import { personNotFound } from "./person-not-found";

export const updatePersonOperation = implementOperation(updatePerson, async ({ params, body }) => {
  const store = await dashboardStore();
  const now = new Date(systemClock.now());
  const changed = await changePerson(store, params.id, body, now);
  if (changed === "unknown") throw personNotFound();
  if (changed === "last_admin") {
    throw new OperationError({
      status: 409,
      code: "last_admin",
      message: "At least one admin is required. Make another user an admin first.",
      field: body.disabled ? "disabled" : "role",
    });
  }
  // Re-enabling the user must not restore old sessions.
  if (body.disabled) await endAllSessions(store, params.id, now);
  await sessionsEnded(changed);
  return personBody(changed);
});
