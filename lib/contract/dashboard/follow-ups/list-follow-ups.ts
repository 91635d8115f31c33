import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AgentFollowUpsPath, FollowUp, pauseReasons } from "../follow-up";

export const listFollowUps = defineOperation({
  id: "listFollowUps",
  summary: "List the messages queued for an agent, in the order they are sent",
  method: "GET",
  path: "/dashboard/agents/{agentId}/follow-ups",
  pathParams: AgentFollowUpsPath,
  response: z.object({ items: z.array(FollowUp), paused: z.enum(pauseReasons).optional() }),
});
