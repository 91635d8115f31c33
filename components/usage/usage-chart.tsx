import { useMemo } from "react";
import { ChartTable } from "@/components/ui/chart-table";
import { classNames } from "@/components/ui/class-names";
import { type Bar, chartBars } from "./chart-bars";
import { formatCompact, formatCount } from "./format-numbers";
import type { TokenKind } from "./token-kinds";

interface UsageChartProps {
  days: readonly Bar[];
  from: string | undefined;
  to: string | undefined;
  /** The kinds of tokens to show. */
  kinds: readonly TokenKind[];
}

const height = 160;
const width = 1000;
const gapRatio = 0.2;
/** A single day shouldn't look like a block. */
const maxBarWidth = 120;
/** Up to this many bars each have a label; more bars have labels at both ends. */
const maxLabels = 7;

const stepLabels = { day: "Day", week: "Week of", month: "Month of" } as const;

/** Tokens over time: stacked bars, and the same numbers as a table for screen readers. */
export function UsageChart({ days, from, to, kinds }: UsageChartProps) {
  const { step, bars } = useMemo(() => chartBars(days, { from, to }), [days, from, to]);
  const peak = Math.max(1, ...bars.map(({ totalTokens }) => totalTokens));
  const labeled = bars.length <= maxLabels ? bars : [bars[0], bars.at(-1)];
  return (
    <figure className="space-y-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-2 text-xs">
        <span className="text-muted-foreground">Tokens by {step}, UTC</span>
        <span className="flex flex-wrap gap-3">
          {kinds.map(({ name, label, fill }) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden className="size-2.5 rounded-xs" style={{ background: fill }} />
              {label}
            </span>
          ))}
        </span>
      </figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-2">
        <div aria-hidden className="flex flex-col justify-between text-right text-muted-foreground text-xs">
          <span>{formatCompact(peak)}</span>
          <span>0</span>
        </div>
        <Bars bars={bars} peak={peak} kinds={kinds} />
        <span />
        <div
          aria-hidden
          className={classNames(
            "flex text-muted-foreground text-xs tabular-nums",
            bars.length > maxLabels && "justify-between",
          )}
        >
          {labeled.map((bar) =>
            bar ? (
              <span key={bar.day} className={classNames(bars.length <= maxLabels && "min-w-0 flex-1 text-center")}>
                {bars.length <= maxLabels ? bar.day.slice(5) : bar.day}
              </span>
            ) : null,
          )}
        </div>
      </div>
      <ChartTable
        label="Tokens over time"
        headings={[stepLabels[step], ...kinds.map(({ label }) => label), "Total"]}
        rows={bars.map((bar) => ({
          name: bar.day,
          values: [...kinds.map(({ name }) => bar[name]), bar.totalTokens].map(formatCount),
        }))}
      />
    </figure>
  );
}

/** `peak` is the number of tokens of a full-height bar. */
function Bars({ bars, peak, kinds }: { bars: readonly Bar[]; peak: number; kinds: readonly TokenKind[] }) {
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
            <title>{`${bar.day}: ${formatCount(bar.totalTokens)} tokens`}</title>
            <rect x={index * slot} y={0} width={slot} height={height} fill="transparent" />
            {kinds.map(({ name, fill }) => {
              const barHeight = (bar[name] / peak) * height;
              top -= barHeight;
              return barHeight === 0 ? null : (
                <rect
                  key={name}
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
