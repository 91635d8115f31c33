import { putUser } from "@/lib/contract/admin/users/put-user";
import { callPath } from "@/lib/contract/client-path";
import { firstUserEmail } from "@/lib/core/settings/keys";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import type { UserRow } from "@/lib/server/db/users";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { registerUser } from "@/lib/server/upstream/user-tokens/agent-tokens";

/** Their SSH keys and active runs have the permissions of the service's role. Without this, it changes at the user's next request. */
async function sendRole({ email, displayName: name, role }: UserRow): Promise<void> {
  await registerUser(dashboardService(), { email, name, role }).catch((error: unknown) => {
    dashboardLog().warn({ err: error }, "a changed role wasn't sent to the service");
  });
}

/** Without this, the SSH keys and certificates of a disabled user would still work. */
async function sendAccess({ email, displayName, disabledAt }: UserRow): Promise<void> {
  // The dashboard uses this user's key.
  if (email === firstUserEmail) return;
  try {
    const path = callPath(putUser, { teamId: "_", email });
    await callWith(dashboardService(), putUser, { path, body: { isActive: disabledAt === null } });
  } catch (error) {
    dashboardLog().warn({ err: error }, "a disabled or enabled user wasn't sent to the service");
    throw new OperationError({
      status: 502,
      code: "service_not_updated",
      message: disabledAt
        ? `${displayName} can no longer sign in, but the service couldn't be updated: their SSH keys still work. Enable and disable them again.`
        : `${displayName} can sign in, but the service couldn't be updated: they can't use agents yet. Disable and enable them again.`,
    });
  }
}

/**
 * Sends a user's changed role, and whether they are disabled, to the embedded service. Throws `service_not_updated` if the service
 * doesn't know that they are disabled or enabled.
 */
export async function updateServiceMember(user: UserRow, changed: { role: boolean; disabled: boolean }): Promise<void> {
  if (dashboardSettings().serviceUrl !== undefined) return;
  if (changed.disabled) await sendAccess(user);
  // The service rejects disabled users.
  if (user.disabledAt === null && (changed.role || changed.disabled)) await sendRole(user);
}
