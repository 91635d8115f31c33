import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { rowStatus } from "../status/row-status";

export type RowAction = "retry" | "cancel" | "archive" | "unarchive";

/** What the user may do. */
export interface RowUser {
  canOperate: boolean;
  isAdmin: boolean;
}

/** The actions that an agent's state and the user's access allow, the most useful first. Only owners and admins send prompts. */
export function rowActions(agent: AgentRow, { canOperate, isAdmin }: RowUser): RowAction[] {
  if (!canOperate) return [];
  if (agent.status === "ARCHIVED") return ["unarchive"];
  const isOwn = isAdmin || agent.owner === undefined || agent.owner.me;
  const canRetry = isOwn && rowStatus(agent, undefined, 0).next === "retry";
  const isActive = agent.run !== undefined && !isTerminal(agent.run.status);
  return [...(canRetry ? ["retry" as const] : []), ...(isActive ? ["cancel" as const] : []), "archive"];
}
