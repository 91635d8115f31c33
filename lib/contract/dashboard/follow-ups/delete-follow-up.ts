import { z } from "zod";
import { defineOperation } from "../../operation";
import { FollowUpPath } from "../follow-up";

export const deleteFollowUp = defineOperation({
  id: "deleteFollowUp",
  summary: "Delete a queued message",
  method: "DELETE",
  path: "/dashboard/follow-ups/{id}",
  pathParams: FollowUpPath,
  query: z.object({}),
  response: z.object({ id: z.string() }),
  family: "dashboard",
});
