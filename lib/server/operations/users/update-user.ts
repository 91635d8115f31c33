import { updateUser } from "@/lib/contract/dashboard/users/update-user";
import { systemClock } from "@/lib/core/clock";
import { sessionsEnded } from "@/lib/server/agent-access/sessions-ended";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { changeUser, endAllSessions } from "@/lib/server/db/change-user";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import type { UserRow } from "@/lib/server/db/users";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { registerUser } from "@/lib/server/upstream/user-tokens/agent-tokens";
import { userBody } from "./user-body";
import { userNotFound } from "./user-not-found";

/** Their SSH keys and active runs have the permissions of the service's role. Without this, it changes at the user's next request. */
async function updateTeamRole({ email, displayName: name, role }: UserRow): Promise<void> {
  if (dashboardSettings().serviceUrl !== undefined) return;
  await registerUser(dashboardService(), { email, name, role }).catch((error) => {
    dashboardLog().warn({ err: error }, "a changed role wasn't sent to the service");
  });
}

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
  if (body.role !== undefined) await updateTeamRole(changed);
  return userBody(changed);
});
