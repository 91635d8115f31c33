import { putUser } from "@/lib/contract/admin/users/put-user";
import { callPath } from "@/lib/contract/client-path";
import { firstUserEmail } from "@/lib/core/settings/keys";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import type { UserRow } from "@/lib/server/db/users";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { registerUser } from "@/lib/server/upstream/user-tokens/agent-tokens";

async function sendAccess({ email, disabledAt }: UserRow): Promise<void> {
  // The dashboard uses this user's key.
  if (email === firstUserEmail) return;
  const path = callPath(putUser, { teamId: "_", email });
  await callWith(dashboardService(), putUser, { path, body: { isActive: disabledAt === null } });
}

function problem({ displayName, disabledAt }: UserRow, changed: { disabled: boolean }): string {
  if (!changed.disabled) {
    return `The role of ${displayName} changed, but the service couldn't be updated: their SSH keys and runs have their previous permissions. Set the role again.`;
  }
  return disabledAt
    ? `${displayName} can no longer sign in, but the service couldn't be updated: their SSH keys still work. Enable and disable them again.`
    : `${displayName} can sign in, but the service couldn't be updated: they can't use agents yet. Disable and enable them again.`;
}

/**
 * Sends a user's role, and whether they are disabled, to the embedded service. Otherwise their SSH keys, certificates and active runs
 * would keep their permissions. Throws `service_not_updated`.
 */
export async function updateServiceMember(user: UserRow, changed: { role: boolean; disabled: boolean }): Promise<void> {
  if (dashboardSettings().serviceUrl !== undefined) return;
  const { email, displayName: name, role, disabledAt } = user;
  try {
    if (changed.disabled) await sendAccess(user);
    // The service rejects disabled users.
    if (disabledAt === null && (changed.role || changed.disabled)) {
      await registerUser(dashboardService(), { email, name, role });
    }
  } catch (error) {
    dashboardLog().warn({ err: error }, "a changed user wasn't sent to the service");
    throw new OperationError({ status: 502, code: "service_not_updated", message: problem(user, changed) });
  }
}
