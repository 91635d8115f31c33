import { z } from "zod";
import { agentId } from "../../agents/agent";
import { defineOperation } from "../../define-operation";
import { AgentProfile } from "./get-agent-profile";

export const maxAgentName = 100;
export const maxAgentLabels = 10;
export const maxLabelLength = 40;

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !value.includes("\u0000"), "must not contain NUL characters");

export const updateAgentProfile = defineOperation({
  id: "updateAgentProfile",
  summary: "Rename or label an agent in this dashboard",
  method: "PATCH",
  path: "/dashboard/agents/{agentId}/profile",
  pathParams: z.object({ agentId }),
  body: z.strictObject({
    /** Null restores the agent's own name. */
    name: text(maxAgentName).nullable().optional(),
    labels: z
      .array(text(maxLabelLength))
      .max(maxAgentLabels, `must contain at most ${maxAgentLabels} labels`)
      .transform((labels) => [...new Set(labels)].sort((a, b) => a.localeCompare(b)))
      .optional(),
  }),
  response: AgentProfile,
});
