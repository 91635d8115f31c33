import type { AccountSwitches } from "@/lib/contract/admin/account";
import type { Operation } from "@/lib/contract/operation";
import type { Context } from "../core/context";
import { ApiError, apiError } from "../core/http/api-error";
import type { Principal } from "../core/principal";
import { loadSwitches } from "./account";

interface Gate {
  needs: keyof AccountSwitches;
  status: number;
  code: string;
  message: string;
}

const spend: Gate = {
  needs: "spendLeft",
  status: 400,
  code: "usage_limit_exceeded",
  message: "The account has reached its spend limit",
};

/** Account switches that operations require, by operation id. */
const gates = new Map<string, Gate>([
  ["createAgent", spend],
  ["createRun", spend],
  [
    "getUsage",
    {
      needs: "usageEnabled",
      status: 403,
      code: "feature_unavailable",
      message: "Usage isn't available for this account",
    },
  ],
]);

/**
 * Rejects an agent API call that the team's account doesn't include. Returns the switches, or undefined when they don't
 * apply to the caller or operation.
 */
export async function checkAccount(
  context: Context,
  principal: Principal,
  operation: Operation,
): Promise<AccountSwitches | undefined> {
  if (operation.family !== "agents" || !("teamId" in principal)) return undefined;
  const switches = await loadSwitches(context, principal.teamId);
  if (!switches.apiEnabled) throw apiError.agents(403, "plan_required", "The team's plan doesn't include the API");
  const gate = gates.get(operation.id);
  if (gate && !switches[gate.needs]) throw apiError.agents(gate.status, gate.code, gate.message);
  return switches;
}

/** Rejects repository work while the team's account has no repository access. */
export function checkRepositoryAccess(
  { settings }: Pick<Context, "settings">,
  switches: AccountSwitches,
  repos: readonly unknown[],
): void {
  if (switches.repositoryAccess || repos.length === 0) return;
  const message = "Connect the repository provider to work on repositories";
  const details = { helpUrl: `${settings.webUrl}/settings`, provider: settings.serviceName };
  throw new ApiError(409, "integration_not_connected", message, undefined, {}, details);
}
