import "server-only";
import { listAgentPrograms } from "@/lib/contract/admin/agent-programs/list-agent-programs";
import { type Role, roleAllows } from "@/lib/contract/operation";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { callService } from "./call-service";

/** The page doesn't need the answer, so it doesn't wait longer for a service that hangs. */
const maxWaitMs = 1_000;

/** True for admins of a local service that has no coding agent yet. */
export async function hasOnlyScriptAgent({ role }: { role: Role }): Promise<boolean> {
  if (!roleAllows(role, listAgentPrograms.role) || dashboardSettings().serviceUrl !== undefined) return false;
  try {
    const signal = AbortSignal.timeout(maxWaitMs);
    const { items, fixed } = await callService(listAgentPrograms, { params: {}, signal });
    return items.length === 0 && fixed.length === 0;
  } catch (error) {
    dashboardLog().warn({ err: error }, "couldn't list the agent programs");
    return false;
  }
}
