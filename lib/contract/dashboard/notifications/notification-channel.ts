import { z } from "zod";
import { channelKinds, digests, notificationEvents, notificationScopes } from "./notification-events";

export const maxChannels = 20;

/** Where a user's notifications are sent, and which. */
export const NotificationChannel = z.object({
  id: z.string(),
  kind: z.enum(channelKinds),
  /** The email address, the host of the URL, or the browser. Never the secret part of an address. */
  target: z.string(),
  events: z.array(z.enum(notificationEvents)),
  scope: z.enum(notificationScopes),
  /** `queue.waiting` is sent after this many minutes. */
  queueMinutes: z.number().int(),
  createdAt: z.string(),
  lastSentAt: z.string().optional(),
  /** Why the last message couldn't be delivered. `paused`: nothing is sent until a test succeeds. */
  problem: z.object({ message: z.string(), at: z.string(), paused: z.boolean() }).optional(),
});
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** The parts of a channel that its user can change. */
export const ChannelRules = z.strictObject({
  events: z
    .array(z.enum(notificationEvents))
    .max(notificationEvents.length)
    .transform((events) => [...new Set(events)]),
  scope: z.enum(notificationScopes),
  queueMinutes: z
    .number()
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(1_440, "must be at most 1440"),
});
export type ChannelRules = z.output<typeof ChannelRules>;

const time = z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, "must be a time such as 22:00");

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** When messages are sent, in the user's time zone. Times are HH:MM. */
export const NotificationSchedule = z.strictObject({
  timeZone: z.string().max(60).refine(isTimeZone, "must be a time zone such as Europe/Berlin"),
  /** Messages wait until these hours end. `null`: none. */
  quietHours: z.strictObject({ from: time, to: time }).nullable(),
  /** Collects notifications and sends them together. */
  digest: z.enum(digests),
  /** When a daily digest is sent. */
  digestAt: time,
});
export type NotificationSchedule = z.infer<typeof NotificationSchedule>;

export const ChannelPath = z.object({ id: z.uuid("must be a channel id") });
