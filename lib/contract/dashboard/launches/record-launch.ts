import { z } from "zod";
import { agentId } from "../../agents/agent";
import { defineOperation } from "../../define-operation";
import { LaunchFields } from "../launch-fields";

export const recordLaunch = defineOperation({
  id: "recordLaunch",
  summary: "Save the launch form of an agent so it can be relaunched",
  method: "PUT",
  path: "/dashboard/launches/{agentId}",
  pathParams: z.object({ agentId }),
  bodyBytes: 8 * 1024 * 1024,
  body: z.object({
    fields: LaunchFields.refine((fields) => JSON.stringify(fields).length <= 2_000_000, "is too large"),
  }),
  response: z.object({ agentId: z.string() }),
  // The launch itself is audited.
  audited: false,
});
