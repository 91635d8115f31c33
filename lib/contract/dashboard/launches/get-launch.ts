import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { LaunchFields } from "../launch-fields";

export const getLaunch = defineOperation({
  id: "getLaunch",
  summary: "Get the launch form of an agent; null if it wasn't launched from this dashboard",
  method: "GET",
  path: "/dashboard/launches/{agentId}",
  pathParams: z.object({ agentId: z.string() }),
  response: z.object({ fields: LaunchFields.nullable() }),
});
