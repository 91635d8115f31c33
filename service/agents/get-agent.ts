import { getAgent } from "@/lib/contract/agents/get-agent";
import { findAgent } from "../agent-access/find-agent";
import { implement } from "../core/http/implement";
import { agentBody } from "./agent-body";

export const getAgentOperation = implement(getAgent, async ({ params, principal }, context) =>
  agentBody(await findAgent(context, principal, params.id)),
);
