import { z } from "zod";
import { agentId } from "../../agents/agent";
import { defineOperation } from "../../define-operation";

export const getRunPrompt = defineOperation({
  id: "getRunPrompt",
  summary: "Get the prompt of a run that has no events yet; null if it wasn't sent from this dashboard",
  method: "GET",
  path: "/dashboard/agents/{agentId}/runs/{runId}/prompt",
  pathParams: z.object({ agentId, runId: z.string().max(200) }),
  response: z.object({ prompt: z.object({ text: z.string(), images: z.number() }).nullable() }),
});
