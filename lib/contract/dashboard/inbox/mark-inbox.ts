import { z } from "zod";
import { defineOperation } from "../../define-operation";

const maxKeys = 200;

/** `agent:<id>/<status>` or `pull:<owner>/<name>/<number>/<need>`. */
const Key = z
  .string()
  .max(320)
  .regex(/^(?:agent|pull):[!-~]+$/, "must be agent:<id>/<status> or pull:<owner>/<name>/<number>/<need>");

export const markInbox = defineOperation({
  id: "markInbox",
  summary: "Mark items of your inbox as read or unread",
  method: "POST",
  path: "/dashboard/inbox/reads",
  body: z.strictObject({
    keys: z.array(Key).min(1, "must not be empty").max(maxKeys, `must contain at most ${maxKeys} items`),
    read: z.boolean(),
  }),
  response: z.object({ keys: z.array(z.string()) }),
  // Every user has an inbox, and it changes nothing else.
  role: "viewer",
  audited: false,
});
