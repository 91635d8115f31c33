const minuteMs = 60_000;

export interface SimplePattern {
  minute: number;
  /** Every hour, if absent. */
  hour?: number;
  /** Every day, if absent; 0 is Sunday. */
  weekday?: number;
  timeZone: string;
}

export const cronOf = ({ minute, hour, weekday }: SimplePattern) => `${minute} ${hour ?? "*"} * * ${weekday ?? "*"}`;

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const known = new Map<string, { time: number; minute: number; hour: number; weekday: number }[]>();

/** The local times of every hour. */
function hours(timeZone: string, from: number, until: number) {
  const key = `${timeZone} ${from} ${until}`;
  const found = known.get(key);
  if (found) return found;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const list: { time: number; minute: number; hour: number; weekday: number }[] = [];
  for (let time = from; time <= until; time += 60 * minuteMs) {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const { weekday = "", hour, minute } = parts;
    list.push({ time, minute: Number(minute), hour: Number(hour), weekday: weekdays.indexOf(weekday) });
  }
  known.set(key, list);
  return list;
}

/** The times of a pattern, found without a cron parser. Its minute is 0. */
export function expectedTimes(
  { minute, hour, weekday, timeZone }: SimplePattern,
  from: number,
  until: number,
): number[] {
  return hours(timeZone, from, until)
    .filter(
      (each) =>
        each.minute === minute &&
        (hour === undefined || each.hour === hour) &&
        (weekday === undefined || each.weekday === weekday),
    )
    .map(({ time }) => time);
}
