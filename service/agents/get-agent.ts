import { getAgent } from "@/lib/contract/agents/get-agent";
import { implement } from "../core/http/implement";
import { agentBody } from "./agent-body";
import { findAgent } from "./visibility";

export const getAgentOperation = implement(getAgent, async ({ params, principal }, service) =>
  agentBody(await findAgent(service, principal, params.id)),
);
