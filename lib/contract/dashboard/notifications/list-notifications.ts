import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { notificationEvents } from "./notification-events";

/** A notification in the user's inbox. */
export const Notification = z.object({
  id: z.string(),
  type: z.enum([...notificationEvents, "test"]),
  at: z.string(),
  /** What happened. */
  title: z.string(),
  /** What it is about: an agent, a pull request, a question. Can be empty. */
  detail: z.string(),
  /** The page about it in the dashboard. */
  path: z.string(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationId = z.string().regex(/^[0-9]{1,18}$/, "must be the id of a notification");

export const listNotifications = defineOperation({
  id: "listNotifications",
  summary: "List the notifications in your inbox, newest first",
  method: "GET",
  path: "/dashboard/notifications/inbox",
  query: z.object({
    /** Only unread ones. */
    unread: z.enum(["true", "false"], "must be true or false").optional(),
    cursor: z
      .string()
      .regex(/^[0-9]{1,18}$/, "is not a valid cursor")
      .optional(),
  }),
  response: z.object({ notifications: z.array(Notification), nextCursor: z.string().optional() }),
});
