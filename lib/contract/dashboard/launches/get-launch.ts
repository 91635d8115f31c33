import { z } from "zod";
import { defineOperation } from "../../operation";
import { LaunchFields } from "../launch-fields";

export const getLaunch = defineOperation({
  id: "getLaunch",
  summary: "Get the launch form of an agent; null if it wasn't launched from this dashboard",
  method: "GET",
  path: "/dashboard/launches/{agentId}",
  pathParams: z.object({ agentId: z.string() }),
  query: z.object({}),
  response: z.object({ fields: LaunchFields.nullable() }),
  family: "dashboard",
});
