import { defineOperation } from "../../define-operation";
import { FollowUp, FollowUpPath } from "../follow-up";

export const sendFollowUpNow = defineOperation({
  id: "sendFollowUpNow",
  summary: "Cancel the active run and send a queued message next",
  method: "POST",
  path: "/dashboard/follow-ups/{id}/send-now",
  pathParams: FollowUpPath,
  response: FollowUp,
});
