import { updateUser } from "@/lib/contract/dashboard/users/update-user";
import { systemClock } from "@/lib/core/clock";
import { sessionsEnded } from "@/lib/server/agent-access/sessions-ended";
import { changeUser, endAllSessions } from "@/lib/server/db/change-user";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { updateServiceMember } from "./update-service-member";
import { userBody } from "./user-body";
import { userNotFound } from "./user-not-found";

export const updateUserOperation = implementOperation(updateUser, async ({ params, body }) => {
  const store = await dashboardStore();
  const now = new Date(systemClock.now());
  const changed = await changeUser(store, params.id, body, now);
  if (changed === "unknown") throw userNotFound();
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
  await updateServiceMember(changed, { role: body.role !== undefined, disabled: body.disabled !== undefined });
  return userBody(changed);
});
