import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const listInboxReads = defineOperation({
  id: "listInboxReads",
  summary: "List when you last marked items of your inbox as read",
  method: "GET",
  path: "/dashboard/inbox/reads",
  /** ISO times by item key. An item that changed after its time is unread. */
  response: z.object({ reads: z.record(z.string(), z.string()) }),
});
