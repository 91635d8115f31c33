import "server-only";
import { getPosture } from "@/lib/contract/admin/doctor/get-posture";
import { type Role, roleAllows } from "@/lib/contract/operation";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { callService } from "./call-service";

/** The pages with these warnings don't otherwise need the service, so they don't wait longer for it. */
const maxWaitMs = 1_000;

/** A remote service has no tokens with which the dashboard could act as one of its users on agents. */
const sharedKey = {
  subject: "shared key",
  detail:
    "all users of this dashboard launch, see and change agents with its AGENTS_API_KEY, including agents that use repositories they can't read",
};
const sharedToken = {
  subject: "shared key",
  detail:
    "all users of this dashboard read, review and merge with its REPOHOST_TOKEN. Set REPOHOST_APP_ID and REPOHOST_APP_PRIVATE_KEY instead, so that each acts as themselves",
};

/** Warnings about weak security, for admins: settings of the local service, or keys that users share with a remote one. */
export async function securityWarnings({ role }: { role: Role }) {
  if (!roleAllows(role, getPosture.role)) return [];
  const { serviceUrl, repohostToken } = dashboardSettings();
  if (serviceUrl !== undefined) return repohostToken === undefined ? [sharedKey] : [sharedKey, sharedToken];
  try {
    return (await callService(getPosture, { params: {}, signal: AbortSignal.timeout(maxWaitMs) })).warnings;
  } catch (error) {
    // The page explains that the service can't be reached.
    dashboardLog().warn({ err: error }, "couldn't read the security posture");
    return [];
  }
}
