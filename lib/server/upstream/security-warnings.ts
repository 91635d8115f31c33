import "server-only";
import { getPosture } from "@/lib/contract/admin/get-posture";
import { type Role, roleAllows } from "@/lib/contract/operation";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { callService } from "./call-service";

/** The pages that show the warnings don't need the service otherwise, so they don't wait longer for one that hangs. */
const maxWaitMs = 1_000;

/** What weakens the security of the local service. Empty for users who aren't admins, and for a remote service. */
export async function securityWarnings({ role }: { role: Role }) {
  if (!roleAllows(role, getPosture.role) || dashboardSettings().serviceUrl !== undefined) return [];
  try {
    return (await callService(getPosture, { params: {}, signal: AbortSignal.timeout(maxWaitMs) })).warnings;
  } catch (error) {
    // The page explains that the service can't be reached.
    dashboardLog().warn({ err: error }, "couldn't read the security posture");
    return [];
  }
}
