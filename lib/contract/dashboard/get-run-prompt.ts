import { z } from "zod";
import { agentId } from "../agents/agent";
import { defineOperation } from "../operation";

export const getRunPrompt = defineOperation({
  id: "getRunPrompt",
  summary: "Get the prompt of a run that was sent from this dashboard, for runs that have no events yet",
  method: "GET",
  path: "/dashboard/agents/{agentId}/runs/{runId}/prompt",
  pathParams: z.object({ agentId, runId: z.string().max(200) }),
  query: z.object({}),
  response: z.object({ text: z.string(), images: z.number() }),
  family: "dashboard",
});
