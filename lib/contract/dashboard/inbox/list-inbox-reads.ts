import { z } from "zod";
import { defineOperation } from "../../operation";

export const listInboxReads = defineOperation({
  id: "listInboxReads",
  summary: "List when you last marked items of your inbox as read",
  method: "GET",
  path: "/dashboard/inbox/reads",
  pathParams: z.object({}),
  query: z.object({}),
  /** ISO times by item key. An item that changed after its time is unread. */
  response: z.object({ reads: z.record(z.string(), z.string()) }),
  family: "dashboard",
});
