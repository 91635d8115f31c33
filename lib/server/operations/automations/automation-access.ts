import type { User } from "@/lib/server/auth/session-reader";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { canEdit } from "@/lib/server/db/automation-views";
import { findAutomation, type OwnedAutomation } from "@/lib/server/db/automations";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import type { Store } from "@/lib/server/db/store";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

/** The service whose automations are shown. */
export const automationSource = () => indexSource(dashboardSettings());

export const automationNotFound = () =>
  new OperationError({ status: 404, code: "automation_not_found", message: "Automation not found.", field: "id" });

/** An automation. Throws if it doesn't exist. */
export async function requireAutomation(id: string): Promise<{ store: Store; found: OwnedAutomation }> {
  const store = await dashboardStore();
  const found = await findAutomation(store, automationSource(), id);
  if (found) return { store, found };
  throw automationNotFound();
}

/** What of an automation a user sees. */
export function automationViewer(user: User) {
  const service = dashboardService();
  const masker = createMasker(service);
  return { user, now: service.clock.now(), mask: (text: string) => masker.mask(text) };
}

/** An automation that a user changes or runs. Throws if they are neither its owner nor an admin. */
export async function requireOwnAutomation(id: string, user: User): Promise<{ store: Store; found: OwnedAutomation }> {
  const required = await requireAutomation(id);
  if (canEdit(required.found, user)) return required;
  const message = "Only the owner and admins can edit or run an automation.";
  throw new OperationError({ status: 403, code: "role_forbidden", message });
}
