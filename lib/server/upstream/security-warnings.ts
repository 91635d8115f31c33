import "server-only";
import { getPosture } from "@/lib/contract/admin/get-posture";
import { type Role, roleAllows } from "@/lib/contract/operation";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { callService } from "./call-service";

/** What weakens the security of the local service. Empty for users who aren't admins, and for a remote service. */
export async function securityWarnings({ role }: { role: Role }) {
  if (!roleAllows(role, getPosture.role) || dashboardSettings().serviceUrl !== undefined) return [];
  try {
    return (await callService(getPosture, { params: {} })).warnings;
  } catch (error) {
    // The page explains that the service can't be reached.
    dashboardLog().warn({ err: error }, "couldn't read the security posture");
    return [];
  }
}
