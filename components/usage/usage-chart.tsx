import { useMemo } from "react";
import { ChartTable } from "@/components/ui/chart-table";
import { type Bar, chartBars } from "./chart-bars";
import { formatCompact, formatCount } from "./format-numbers";
import { tokenKinds } from "./token-kinds";

interface UsageChartProps {
  days: readonly Bar[];
  from: string | undefined;
  to: string | undefined;
}

const height = 160;
const width = 1000;
const gapRatio = 0.2;

const stepLabels = { day: "Day", week: "Week of", month: "Month of" } as const;

/** Tokens over time: stacked bars, and the same numbers as a table for screen readers. */
export function UsageChart({ days, from, to }: UsageChartProps) {
  const { step, bars } = useMemo(() => chartBars(days, { from, to }), [days, from, to]);
  const peak = Math.max(1, ...bars.map(({ totalTokens }) => totalTokens));
  const first = bars[0]?.day;
  const last = bars.at(-1)?.day;
  return (
    <figure className="space-y-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-2 text-xs">
        <span className="text-muted-foreground">Tokens by {step}, UTC</span>
        <span className="flex flex-wrap gap-3">
          {tokenKinds.map(({ name, label, fill }) => (
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
        <Bars bars={bars} peak={peak} />
        <span />
        <div aria-hidden className="flex justify-between text-muted-foreground text-xs">
          <span>{first}</span>
          {last === first ? null : <span>{last}</span>}
        </div>
      </div>
      <ChartTable
        label="Tokens over time"
        headings={[stepLabels[step], ...tokenKinds.map(({ label }) => label), "Total"]}
        rows={bars.map((bar) => ({
          name: bar.day,
          values: [...tokenKinds.map(({ name }) => bar[name]), bar.totalTokens].map(formatCount),
        }))}
      />
    </figure>
  );
}

/** `peak` is the number of tokens of a full-height bar. */
function Bars({ bars, peak }: { bars: readonly Bar[]; peak: number }) {
  const slot = width / Math.max(bars.length, 12);
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
            {tokenKinds.map(({ name, fill }) => {
              const barHeight = (bar[name] / peak) * height;
              top -= barHeight;
              return barHeight === 0 ? null : (
                <rect
                  key={name}
                  x={index * slot + (slot * gapRatio) / 2}
                  y={top}
                  width={slot * (1 - gapRatio)}
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
