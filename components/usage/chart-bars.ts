import type { TokenCounts } from "@/lib/contract/dashboard/usage/usage";

const dayMs = 86_400_000;
const maxDays = 62;
const maxWeeks = 104;

export interface UsedDay extends TokenCounts {
  day: string;
  estimate?: string | undefined;
}

export interface Bar extends TokenCounts {
  /** The first day of the bar's day, week, or month. */
  day: string;
  /** Estimated cost; 0 without prices. */
  cost: number;
}

export type Step = "day" | "week" | "month";

const nothing = {
  inputTokens: 0,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  totalTokens: 0,
  cost: 0,
};
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The first day of the step that contains `day`. Weeks start on Monday. */
function startOf(day: string, step: Step): string {
  if (step === "month") return `${day.slice(0, 7)}-01`;
  if (step === "day") return day;
  const ms = Date.parse(day);
  return toDay(ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs);
}

function nextStart(start: string, step: Step): string {
  if (step !== "month") return toDay(Date.parse(start) + (step === "day" ? 1 : 7) * dayMs);
  const date = new Date(start);
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}

/**
 * Bars for each day between the first and last day with usage, or over the selected range, including days without usage.
 * Long ranges are grouped by week or month.
 */
export function chartBars(
  days: readonly UsedDay[],
  range: { from: string | undefined; to: string | undefined },
): { step: Step; bars: Bar[] } {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return { step: "day", bars: [] };
  const from = range.from ?? first.day;
  const to = range.to !== undefined && range.to > last.day ? range.to : last.day;
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const step = length <= maxDays ? "day" : length <= maxWeeks * 7 ? "week" : "month";
  const sums = new Map<string, Bar>();
  for (let start = startOf(from, step); start <= to; start = nextStart(start, step)) {
    sums.set(start, { day: start, ...nothing });
  }
  for (const each of days) {
    const bar = sums.get(startOf(each.day, step));
    if (!bar) continue;
    bar.inputTokens += each.inputTokens;
    bar.outputTokens += each.outputTokens;
    bar.cacheWriteTokens += each.cacheWriteTokens;
    bar.cacheReadTokens += each.cacheReadTokens;
    bar.totalTokens += each.totalTokens;
    bar.cost += Number(each.estimate ?? 0);
  }
  return { step, bars: [...sums.values()] };
}
