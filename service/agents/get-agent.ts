import { getAgent } from "@/lib/contract/agents/get-agent";
import { implement } from "../core/http/implement";
import { agentBody } from "./agent-body";
import { findAgent } from "./visibility";

export const getAgentOperation = implement(getAgent, async ({ params, principal }, context) =>
  agentBody(await findAgent(context, principal, params.id)),
);
