import { z } from "zod";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import type { Operation } from "@/lib/contract/operation";
import { type BudgetSubject, readBudgetSubject, readEnvironmentRepos } from "@/lib/server/db/budget-usage";
import type { ApiError } from "@/lib/server/gateway/api-error";
import { type BudgetParts, findExceededBudget } from "./check-budgets";

/** The fields of a validated launch that determine its budgets. */
const Launch = z.object({
  repos: z.array(z.object({ url: z.string(), prUrl: z.string().optional() })).optional(),
  env: z.object({ type: z.string(), name: z.string().optional() }).optional(),
});
const OnAgent = z.object({ id: z.string() });

export interface StartingRun {
  operation: Operation;
  params: unknown;
  body: unknown;
  userId: string;
  /** The automation that launches. */
  automationId?: string | null;
}

/** Checks the budgets of a call that starts a run. Returns why it is rejected; `undefined` for all other calls. */
export async function checkRunBudgets(
  parts: BudgetParts,
  { operation, params, body, userId, automationId = null }: StartingRun,
): Promise<ApiError | undefined> {
  if (operation.id === createRun.id) return checkFollowUpBudgets(parts, OnAgent.parse(params).id);
  if (operation.id !== createAgent.id) return undefined;
  const { repos, env } = Launch.parse(body);
  const { store, source } = parts;
  const named = env?.type === "cloud" && env.name !== undefined && repos === undefined ? env.name : undefined;
  const subject: BudgetSubject = {
    agentId: undefined,
    ownerId: userId,
    automationId,
    repos: named === undefined ? (repos ?? []) : await readEnvironmentRepos(store, { source, name: named }),
  };
  return findExceededBudget(parts, subject);
}

/** Why an agent can't start another run. */
export async function checkFollowUpBudgets(parts: BudgetParts, agentId: string): Promise<ApiError | undefined> {
  return findExceededBudget(parts, await readBudgetSubject(parts.store, agentId));
}
