import type { ViewerAccess } from "@/lib/contract/agents/agent";
import type { AgentStatus, NextAction } from "./agent-status";

/** These send something to the agent, which only its owner and admins can. */
const ownActions: ReadonlySet<NextAction> = new Set(["answer", "approve", "retry"]);

/** What a user with this access can do next about an agent, besides sending a prompt. */
export function allowedAction(status: AgentStatus | undefined, access: ViewerAccess): NextAction | undefined {
  const next = status?.next;
  return next !== undefined && ownActions.has(next) && access !== "own" ? undefined : next;
}
