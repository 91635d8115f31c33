import { z } from "zod";
import { Mode, Prompt } from "../../agents/prompt";
import { defineOperation } from "../../define-operation";
import { FollowUp, FollowUpPath } from "../follow-up";

export const updateFollowUp = defineOperation({
  id: "updateFollowUp",
  summary: "Edit a queued message of yours, or move one in the queue",
  method: "PATCH",
  path: "/dashboard/follow-ups/{id}",
  pathParams: FollowUpPath,
  bodyBytes: 8 * 1024 * 1024,
  body: z.strictObject({
    text: Prompt.shape.text.optional(),
    mode: Mode.optional(),
    /** The message to move it before; null moves it to the end. */
    before: z.uuid("must be a message id").nullable().optional(),
  }),
  response: FollowUp,
});
