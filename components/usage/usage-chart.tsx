import { useMemo } from "react";
import { ChartTable } from "@/components/ui/chart-table";
import { classNames } from "@/components/ui/class-names";
import { Segmented } from "@/components/ui/segmented";
import { type Bar, chartBars, type UsedDay } from "./chart-bars";
import { formatCompact, formatCount, formatMoney } from "./format-numbers";
import type { TokenKind } from "./token-kinds";

export type Measure = "cost" | "tokens";

interface UsageChartProps {
  days: readonly UsedDay[];
  from: string | undefined;
  to: string | undefined;
  /** The kinds of tokens to show. */
  kinds: readonly TokenKind[];
  /** `undefined` without prices; only tokens are shown then. */
  currency: string | undefined;
  measure: Measure;
  onMeasure: (measure: Measure) => void;
}

/** One color of the bars. */
interface Series {
  label: string;
  fill: string;
  of: (bar: Bar) => number;
}

const height = 160;
const width = 1000;
const gapRatio = 0.2;
/** A single day shouldn't look like a block. */
const maxBarWidth = 120;
/** Up to this many bars each have a label; more bars have labels at both ends. */
const maxLabels = 7;

const stepLabels = { day: "Day", week: "Week of", month: "Month of" } as const;

const measures: readonly { value: Measure; label: string }[] = [
  { value: "cost", label: "Cost" },
  { value: "tokens", label: "Tokens" },
];

const costSeries: readonly Series[] = [{ label: "Estimated cost", fill: "var(--info)", of: ({ cost }) => cost }];

/** Cost or tokens over time: bars, and the same numbers as a table for screen readers. */
export function UsageChart({ days, from, to, kinds, currency, measure, onMeasure }: UsageChartProps) {
  const { step, bars } = useMemo(() => chartBars(days, { from, to }), [days, from, to]);
  const costs = currency !== undefined && measure === "cost";
  const series = costs
    ? costSeries
    : kinds.map(({ name, label, fill }) => ({ label, fill, of: (bar: Bar) => bar[name] }));
  const total = (bar: Bar) => (costs ? bar.cost : bar.totalTokens);
  const format = (value: number) => (costs ? formatMoney(String(value), currency) : formatCount(value));
  const peak = Math.max(...bars.map(total)) || 1;
  const title = costs ? "Estimated cost" : "Tokens";
  return (
    <figure className="space-y-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-2 text-xs">
        <span className="text-muted-foreground">
          {title} by {step}, UTC
        </span>
        <span className="flex flex-wrap items-center gap-3">
          {series.length > 1
            ? series.map(({ label, fill }) => (
                <span key={label} className="inline-flex items-center gap-1.5">
                  <span aria-hidden className="size-2.5 rounded-xs" style={{ background: fill }} />
                  {label}
                </span>
              ))
            : null}
          {currency === undefined ? null : (
            <Segmented label="Chart" value={measure} options={measures} onChange={onMeasure} />
          )}
        </span>
      </figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-2">
        <div aria-hidden className="flex flex-col justify-between text-right text-muted-foreground text-xs">
          <span>{costs ? format(peak) : formatCompact(peak)}</span>
          <span>0</span>
        </div>
        <Bars
          bars={bars}
          peak={peak}
          series={series}
          titleOf={(bar) => `${bar.day}: ${format(total(bar))}${costs ? "" : " tokens"}`}
        />
        <span />
        <Days bars={bars} />
      </div>
      <ChartTable
        label={`${title} over time`}
        headings={[stepLabels[step], ...series.map(({ label }) => label), ...(costs ? [] : ["Total"])]}
        rows={bars.map((bar) => ({
          name: bar.day,
          values: [...series.map(({ of }) => of(bar)), ...(costs ? [] : [bar.totalTokens])].map(format),
        }))}
      />
    </figure>
  );
}

/** The labels below the bars. */
function Days({ bars }: { bars: readonly Bar[] }) {
  const few = bars.length <= maxLabels;
  const labeled = few ? bars : [bars[0], bars.at(-1)];
  return (
    <div
      aria-hidden
      className={classNames("flex text-muted-foreground text-xs tabular-nums", !few && "justify-between")}
    >
      {labeled.map((bar) =>
        bar ? (
          <span key={bar.day} className={classNames(few && "min-w-0 flex-1 text-center")}>
            {few ? bar.day.slice(5) : bar.day}
          </span>
        ) : null,
      )}
    </div>
  );
}

interface BarsProps {
  bars: readonly Bar[];
  /** The value of a full-height bar. */
  peak: number;
  series: readonly Series[];
  titleOf: (bar: Bar) => string;
}

function Bars({ bars, peak, series, titleOf }: BarsProps) {
  const slot = width / bars.length;
  const barWidth = Math.min(slot * (1 - gapRatio), maxBarWidth);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      className="h-40 w-full border-b border-l"
    >
      {bars.map((bar, index) => {
        let top = height;
        return (
          <g key={bar.day}>
            <title>{titleOf(bar)}</title>
            <rect x={index * slot} y={0} width={slot} height={height} fill="transparent" />
            {series.map(({ label, fill, of }) => {
              const barHeight = (of(bar) / peak) * height;
              top -= barHeight;
              return barHeight === 0 ? null : (
                <rect
                  key={label}
                  x={index * slot + (slot - barWidth) / 2}
                  y={top}
                  width={barWidth}
                  height={barHeight}
                  fill={fill}
                />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}
