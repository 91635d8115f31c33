import type {
  NotificationChannel,
  NotificationSchedule,
} from "@/lib/contract/dashboard/notifications/notification-channel";
import { parseTime, type Schedule, timeText } from "@/lib/model/notifications/schedule";
import type { ChannelRow } from "@/lib/server/db/notification-channels";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";

export function channelBody(row: ChannelRow): NotificationChannel {
  const { id, kind, target, events, scope, queueMinutes, createdAt, lastSentAt, problem, problemAt, pausedAt } = row;
  return {
    id,
    kind,
    target,
    events,
    scope,
    queueMinutes,
    createdAt: createdAt.toISOString(),
    ...(lastSentAt === null ? {} : { lastSentAt: lastSentAt.toISOString() }),
    ...(problem === null || problemAt === null
      ? {}
      : { problem: { message: problem, at: problemAt.toISOString(), paused: pausedAt !== null } }),
  };
}

export function scheduleBody({ timeZone, quietFrom, quietTo, digest, digestAt }: Schedule): NotificationSchedule {
  const quietHours = quietFrom === quietTo ? null : { from: timeText(quietFrom), to: timeText(quietTo) };
  return { timeZone, quietHours, digest, digestAt: timeText(digestAt) };
}

export function scheduleOf({ timeZone, quietHours, digest, digestAt }: NotificationSchedule): Schedule {
  const quietFrom = quietHours ? parseTime(quietHours.from) : 0;
  const quietTo = quietHours ? parseTime(quietHours.to) : 0;
  return { timeZone, quietFrom, quietTo, digest, digestAt: parseTime(digestAt) };
}

export const channelNotFound = () =>
  new OperationError({ status: 404, code: "not_found", message: "Channel not found." });
