import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { FollowUpPath } from "../follow-up";

export const deleteFollowUp = defineOperation({
  id: "deleteFollowUp",
  summary: "Delete a queued message",
  method: "DELETE",
  path: "/dashboard/follow-ups/{id}",
  pathParams: FollowUpPath,
  response: z.object({ id: z.string() }),
});
