import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultSchedule, isQuiet, minuteOfDay, parseTime, type Schedule, sendTime, timeText } from "./schedule";

const at = (iso: string) => Date.parse(iso);
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Chatham", "America/St_Johns"];
const night: Schedule = { ...defaultSchedule, timeZone: "Europe/Berlin", quietFrom: 22 * 60, quietTo: 7 * 60 };

describe("the time a notification is sent", () => {
  it("is now, without quiet hours and digest", () => {
    expect(sendTime(defaultSchedule, 1_234_567)).toBe(1_234_567);
  });

  it("is the end of the quiet hours in the user's time zone", () => {
    expect(sendTime(night, at("2026-01-10T20:59:00Z"))).toBe(at("2026-01-10T20:59:00Z"));
    expect(sendTime(night, at("2026-01-10T21:00:00Z"))).toBe(at("2026-01-11T06:00:00Z"));
    expect(sendTime(night, at("2026-07-10T21:00:30Z"))).toBe(at("2026-07-11T05:00:00Z"));
  });

  it("follows the clocks when they change in the night", () => {
    expect(sendTime(night, at("2026-03-28T22:00:00Z"))).toBe(at("2026-03-29T05:00:00Z"));
    expect(sendTime(night, at("2026-10-24T22:00:00Z"))).toBe(at("2026-10-25T06:00:00Z"));
  });

  it("is the next digest, after the quiet hours", () => {
    const daily: Schedule = { ...night, digest: "daily", digestAt: 9 * 60 };
    expect(sendTime(daily, at("2026-01-10T20:00:00Z"))).toBe(at("2026-01-11T08:00:00Z"));
    expect(sendTime({ ...daily, digestAt: 6 * 60 }, at("2026-01-10T20:00:00Z"))).toBe(at("2026-01-11T06:00:00Z"));
    const hourly: Schedule = { ...defaultSchedule, timeZone: "Asia/Kolkata", digest: "hourly" };
    expect(sendTime(hourly, at("2026-01-10T20:10:00Z"))).toBe(at("2026-01-10T20:30:00Z"));
  });

  it("is never in the past, nor in quiet hours that leave room, nor more than two days away", () => {
    const schedules = fc.record({
      timeZone: fc.constantFrom(...zones),
      quietFrom: fc.integer({ min: 0, max: 1_439 }),
      quietTo: fc.integer({ min: 0, max: 1_439 }),
      digest: fc.constantFrom("off" as const, "hourly" as const, "daily" as const),
      digestAt: fc.integer({ min: 0, max: 1_439 }),
    });
    const times = fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2030-01-01T00:00:00Z") });
    fc.assert(
      fc.property(schedules, times, (schedule, now) => {
        const sent = sendTime(schedule, now);
        expect(sent).toBeGreaterThanOrEqual(now);
        expect(sent - now).toBeLessThan(50 * 3_600_000);
        // A skipped hour can move the end of the quiet hours into them again only if they are nearly the whole day.
        const length = (schedule.quietTo - schedule.quietFrom + 1_440) % 1_440;
        if (length < 1_320) expect(isQuiet(schedule, sent)).toBe(false);
      }),
    );
  });
});

it("reads and writes times of the day", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1_439 }), (minute) => parseTime(timeText(minute)) === minute));
  expect(minuteOfDay("Asia/Kolkata", at("2026-01-10T20:10:00Z"))).toBe(100);
});
