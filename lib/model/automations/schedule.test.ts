import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueTimes, lateMs, nextTime, nextTimes, scheduleProblem } from "./schedule";

const at = (iso: string) => Date.parse(iso);
const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString());
const now = at("2026-01-01T00:00:00Z");
const minuteMs = 60_000;

describe("a schedule", () => {
  it.each([
    ["* * * * *", "Mars/Olympus", "timeZone"],
    ["* * * * * *", "UTC", "cron"],
    ["@daily", "UTC", "cron"],
    ["@reboot", "UTC", "cron"],
    ["61 * * * *", "UTC", "cron"],
    ["a b c d e", "UTC", "cron"],
    ["", "UTC", "cron"],
    ["0 0 30 2 *", "UTC", "cron"],
  ])("%s in %s is rejected with the field %s", (cron, timeZone, field) => {
    expect(scheduleProblem({ cron, timeZone }, now)).toMatchObject({ field });
  });

  it("is accepted with names, ranges, steps and lists", () => {
    for (const cron of ["0 9 * * MON-FRI", "*/15 8-18 1,15 JAN-JUN *", "0 0 L * *", "59 23 31 12 *"])
      expect(scheduleProblem({ cron, timeZone: "America/New_York" }, now), cron).toBeUndefined();
  });

  it("follows the clock of its time zone through both daylight saving changes", () => {
    const daily = { cron: "0 9 * * *", timeZone: "Europe/Berlin" };
    expect(iso(nextTimes(daily, at("2026-03-28T00:00:00Z"), 2))).toEqual([
      "2026-03-28T08:00:00.000Z",
      "2026-03-29T07:00:00.000Z",
    ]);
    expect(iso(nextTimes(daily, at("2026-10-24T00:00:00Z"), 2))).toEqual([
      "2026-10-24T07:00:00.000Z",
      "2026-10-25T08:00:00.000Z",
    ]);
  });

  it("runs once on the day without its local time, and once on the day that has it twice", () => {
    const night = { cron: "30 2 * * *", timeZone: "Europe/Berlin" };
    const runs = (from: string) => iso(nextTimes(night, at(from), 2));
    expect(runs("2026-03-28T12:00:00Z")).toEqual(["2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z"]);
    expect(runs("2026-10-24T12:00:00Z")).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"]);
  });

  it("runs every hour of the day that has an hour twice", () => {
    const hourly = { cron: "0 * * * *", timeZone: "Europe/Berlin" };
    const day = nextTimes(hourly, at("2026-10-24T21:59:00Z"), 25);
    expect(new Set(day.map((time, index) => time - (day[index - 1] ?? time - 3_600_000)))).toEqual(
      new Set([3_600_000]),
    );
    expect(iso(day).at(-1)).toBe("2026-10-25T22:00:00.000Z");
  });
});

/** The minutes of a UTC time that match simple fields. */
function matchesUtc(minutes: number[], hours: number[], time: number): boolean {
  const date = new Date(time);
  return minutes.includes(date.getUTCMinutes()) && hours.includes(date.getUTCHours());
}

describe("due times", () => {
  it("are exactly the matching minutes, split by lateness", () => {
    const list = (max: number) => fc.uniqueArray(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(list(59), list(23), fc.integer({ min: 0, max: 3 * 1440 }), (minutes, hours, span) => {
        const schedule = { cron: `${minutes.join(",")} ${hours.join(",")} * * *`, timeZone: "UTC" };
        const from = nextTime(schedule, now) ?? 0;
        const until = from + span * minuteMs + 1_000;
        const expected: number[] = [];
        for (let time = from; time <= until; time += minuteMs)
          if (matchesUtc(minutes, hours, time)) expected.push(time);
        const { onTime, missed, lastMissed, next } = dueTimes(schedule, from, until);
        expect(onTime).toEqual(expected.filter((time) => until - time <= lateMs));
        const late = expected.filter((time) => until - time > lateMs);
        expect([missed, lastMissed]).toEqual([late.length, late.at(-1)]);
        expect(next).toBe(nextTime(schedule, until));
      }),
      { numRuns: 60 },
    );
  });

  it("are bounded after years without a process", () => {
    const everyMinute = { cron: "* * * * *", timeZone: "UTC" };
    const until = now + 3 * 365 * 86_400_000;
    const due = dueTimes(everyMinute, now, until);
    expect(due).toMatchObject({ missed: 1_000, lastMissed: until - lateMs - minuteMs, next: until + minuteMs });
    expect(due.onTime).toHaveLength(6);
  });
});
