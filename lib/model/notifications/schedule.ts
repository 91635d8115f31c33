import type { Digest } from "@/lib/contract/dashboard/notifications/notification-events";

/** When a user's messages are sent. Times are minutes of the day in the time zone. */
export interface Schedule {
  timeZone: string;
  /** Equal times mean no quiet hours. */
  quietFrom: number;
  quietTo: number;
  digest: Digest;
  digestAt: number;
}

export const defaultSchedule: Schedule = { timeZone: "UTC", quietFrom: 0, quietTo: 0, digest: "off", digestAt: 9 * 60 };

const minuteMs = 60_000;
const hour = 60;
const day = 24 * hour;

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** Minutes since midnight in a time zone, at a time in Unix milliseconds. */
export function minuteOfDay(timeZone: string, at: number): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const parts = format.formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return read("hour") * hour + read("minute");
}

/** The next time, from `now` on, at which clocks in a time zone show `minute`, or just after a clock change skipped it. */
function nextAt(timeZone: string, minute: number, now: number): number {
  const start = Math.ceil(now / minuteMs) * minuteMs;
  const candidate = start + modulo(minute - minuteOfDay(timeZone, start), day) * minuteMs;
  const off = modulo(minuteOfDay(timeZone, candidate) - minute + day / 2, day) - day / 2;
  if (off === 0) return candidate;
  // Clocks change in between.
  const corrected = candidate - off * minuteMs;
  return corrected >= start && minuteOfDay(timeZone, corrected) === minute ? corrected : candidate;
}

export function isQuiet({ timeZone, quietFrom, quietTo }: Schedule, at: number): boolean {
  if (quietFrom === quietTo) return false;
  const minute = minuteOfDay(timeZone, at);
  return quietFrom < quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo;
}

/** When the quiet hours at `at` end; `undefined` outside of them. Unix milliseconds. */
export function quietUntil(schedule: Schedule, at: number): number | undefined {
  return isQuiet(schedule, at) ? nextAt(schedule.timeZone, schedule.quietTo, at) : undefined;
}

/** When a notification at `now` may be sent: at the next digest, and not in quiet hours. Unix milliseconds. */
export function sendTime(schedule: Schedule, now: number): number {
  const { timeZone, digest, digestAt } = schedule;
  let at = now;
  if (digest === "daily") at = nextAt(timeZone, digestAt, now);
  if (digest === "hourly") {
    const start = Math.ceil(now / minuteMs) * minuteMs;
    at = start + modulo(-minuteOfDay(timeZone, start), hour) * minuteMs;
  }
  return quietUntil(schedule, at) ?? at;
}

/** `HH:MM` of minutes of the day, and back. */
export const timeText = (minute: number): string =>
  `${String(Math.floor(minute / hour)).padStart(2, "0")}:${String(minute % hour).padStart(2, "0")}`;

export function parseTime(text: string): number {
  const [hours = "", minutes = ""] = text.split(":");
  return Number(hours) * hour + Number(minutes);
}
