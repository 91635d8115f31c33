import { z } from "zod";
import { Artifact } from "../../agents/list-artifacts";
import { defineOperation } from "../../define-operation";
import { IndexProgress } from "../agent-row";

/** An agent's artifacts, or why they couldn't be listed. */
export const AgentArtifacts = z.object({
  agent: z.object({ id: z.string(), name: z.string(), updatedAt: z.string() }),
  items: z.array(Artifact),
  problem: z.string().optional(),
});
export type AgentArtifacts = z.infer<typeof AgentArtifacts>;

export const listKnownArtifacts = defineOperation({
  id: "listKnownArtifacts",
  summary: "List artifacts across the indexed agents, a few agents per page",
  method: "GET",
  path: "/dashboard/artifacts",
  query: z.object({ cursor: z.string().min(1, "must not be empty").optional() }),
  response: z.object({
    agents: z.array(AgentArtifacts),
    nextCursor: z.string().optional(),
    progress: IndexProgress,
  }),
});
