import { z } from "zod";
import { agentId } from "../../agents/agent";
import { defineOperation } from "../../define-operation";
import { OfflineWorker, PullFacts } from "../agent-row";

/** Data about an agent that only this dashboard stores. */
export const AgentProfile = z.object({
  /** Shown in place of the agent's own name. */
  name: z.string().optional(),
  labels: z.array(z.string()),
  /** The user who launched it from this dashboard. */
  owner: z.object({ id: z.string(), name: z.string() }).optional(),
  /** The batch it was launched in. */
  batch: z.object({ id: z.string(), name: z.string() }).optional(),
  /** The automation that launched it. */
  automation: z.object({ id: z.string(), name: z.string() }).optional(),
  /** Its pull requests that could be read. */
  pulls: z.array(PullFacts).optional(),
  /** The worker its latest run waits for, if that is offline. */
  offlineWorker: OfflineWorker.optional(),
  /** The worker that is running it or last ran it, in the last 30 days. */
  lastWorkerId: z.string().optional(),
});
export type AgentProfile = z.infer<typeof AgentProfile>;

export const getAgentProfile = defineOperation({
  id: "getAgentProfile",
  summary: "Get the name, labels and owner of an agent in this dashboard",
  method: "GET",
  path: "/dashboard/agents/{agentId}/profile",
  pathParams: z.object({ agentId }),
  response: AgentProfile,
});
