import { Cron } from "croner";

export interface Schedule {
  cron: string;
  timeZone: string;
}

/** A problem of one of the two fields. */
export interface ScheduleProblem {
  field: "cron" | "timeZone";
  message: string;
}

/** Due times that are counted before the rest is summarized. */
const maxCounted = 1_000;
/** Times later than this were missed. */
export const lateMs = 5 * 60_000;

const patternOf = ({ cron, timeZone }: Schedule) =>
  new Cron(cron, { timezone: timeZone, mode: "5-part", paused: true });

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Why a schedule can't be used. */
export function scheduleProblem(schedule: Schedule, now: number): ScheduleProblem | undefined {
  if (!isTimeZone(schedule.timeZone))
    return { field: "timeZone", message: "must be an IANA time zone such as Europe/Berlin" };
  // Names such as @daily are extensions with unexpected behavior: @reboot and seconds would never or always be due.
  if (schedule.cron.trim().split(/\s+/).length !== 5)
    return { field: "cron", message: "must have five fields: minute, hour, day of month, month, day of week" };
  try {
    if (patternOf(schedule).nextRun(new Date(now))) return undefined;
    return { field: "cron", message: "never runs: no date matches" };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : "";
    return { field: "cron", message: `invalid cron expression${reason === "" ? "" : ` (${reason})`}` };
  }
}

/**
 * The first time after `after`, in milliseconds; `undefined` if there is none. A local time that doesn't exist on a day runs
 * when the clock has moved forward; one that exists twice runs once, but every hour runs in both hours.
 */
export function nextTime(schedule: Schedule, after: number): number | undefined {
  return patternOf(schedule).nextRun(new Date(after))?.getTime();
}

/** The next times after `after`. */
export function nextTimes(schedule: Schedule, after: number, count: number): number[] {
  return patternOf(schedule)
    .nextRuns(count, new Date(after))
    .map((date) => date.getTime());
}

export interface DueTimes {
  /** To run now, oldest first. */
  onTime: number[];
  /** How many are too late, at most {@link maxCounted}, and the last of them. */
  missed: number;
  lastMissed: number | undefined;
  /** When the schedule is due next. */
  next: number | undefined;
}

/** Splits the times from `from`, which was due, until `now`. */
export function dueTimes(schedule: Schedule, from: number, now: number): DueTimes {
  const pattern = patternOf(schedule);
  const onTime: number[] = [];
  let missed = 0;
  let lastMissed: number | undefined;
  let time: number | undefined = from;
  while (time !== undefined && time <= now) {
    if (now - time <= lateMs) onTime.push(time);
    else if (missed < maxCounted) {
      missed += 1;
      lastMissed = time;
    }
    // After a very long time, only the recent times are enumerated.
    const after: number = missed >= maxCounted && now - time > lateMs ? Math.max(time, now - lateMs - 1) : time;
    time = pattern.nextRun(new Date(after))?.getTime();
  }
  if (missed >= maxCounted) lastMissed = pattern.previousRuns(1, new Date(now - lateMs))[0]?.getTime() ?? lastMissed;
  return { onTime, missed, lastMissed, next: time };
}
