import { getAgent } from "@/lib/contract/agents/get-agent";
import { findAgentAccess } from "../agent-access/find-agent";
import { implement } from "../core/http/implement";
import { agentBody } from "./agent-body";

export const getAgentOperation = implement(getAgent, async ({ params, principal }, context) => {
  const { agent, access } = await findAgentAccess(context, principal, params.id);
  return { ...agentBody(agent), viewerAccess: access };
});
