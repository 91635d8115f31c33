import type { Agent } from "@/lib/contract/agents/agent";

interface Situation {
  agent: Pick<Agent, "status">;
  active: boolean;
  mayAct: boolean;
}

/** Why a follow-up can't be sent now; `undefined` when it can. */
export function whyBlocked({ agent, active, mayAct }: Situation): string | undefined {
  if (!mayAct) return "Your role may look, but not send prompts.";
  if (agent.status === "ARCHIVED") return "The agent is archived. Restore it to send a follow-up.";
  if (active) return "A run is active. Send when it has ended, or cancel it.";
  return undefined;
}
