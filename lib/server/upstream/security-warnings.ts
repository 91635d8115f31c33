import "server-only";
import { getPosture } from "@/lib/contract/admin/get-posture";
import { type Role, roleAllows } from "@/lib/contract/operation";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { callService } from "./call-service";

/** The pages with these warnings don't otherwise need the service, so they don't wait longer for it. */
const maxWaitMs = 1_000;

/** Warnings about weak security settings of the local service. Empty for a remote service and for users who aren't admins. */
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
