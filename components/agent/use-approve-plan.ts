"use client";

import { useSendFollowUp } from "./agent-mutations";

const approval = "The plan is approved. Run it.";

/** Approves an agent's plan and runs it in agent mode. */
export function useApprovePlan(agentId: string) {
  const { mutate, ...state } = useSendFollowUp(agentId);
  type Options = Parameters<typeof mutate>[1];
  return {
    ...state,
    approve: (options?: Options) => mutate({ prompt: { text: approval }, mode: "agent" }, options),
  };
}
