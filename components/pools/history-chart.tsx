"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { CallFailure } from "@/components/ui/call-failure";
import { ChartTable } from "@/components/ui/chart-table";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { poolSamplesQuery } from "@/components/workers/worker-queries";
import { isoTime } from "@/lib/core/clock";
import { chartLines, sampleEvenly } from "./chart-lines";

const minuteMs = 60_000;

const ranges = [
  { value: "1", label: "Hour", start: "1 hour ago" },
  { value: "24", label: "Day", start: "1 day ago" },
  { value: "168", label: "Week", start: "1 week ago" },
] as const;
type Hours = (typeof ranges)[number]["value"];

const [width, height] = [600, 96];
const tableRows = 24;

type Samples = NonNullable<ReturnType<typeof useSamples>["data"]>["samples"];
const useSamples = (pool: string | undefined, hours: Hours) => useQuery(poolSamplesQuery(pool, Number(hours)));

/** Connected workers, workers in use and waiting agents over time: of one pool, or of all together. */
export default function HistoryChart({ pool }: { pool: string | undefined }) {
  const heading = useId();
  const [hours, setHours] = useState<Hours>("1");
  const { data, error, refetch } = useSamples(pool, hours);
  const samples = data?.samples ?? [];
  const title = pool === undefined ? "History of all pools" : "History";
  return (
    <section aria-labelledby={heading} className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={heading} className="font-medium text-sm">
          {title}
        </h2>
        <Segmented label="Range" value={hours} options={ranges} onChange={setHours} />
      </div>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          {data ? "The history may be out of date." : "Couldn't load the history."}
        </CallFailure>
      ) : null}
      {!data && !error ? <Skeleton className="h-32 w-full" /> : null}
      {data && samples.length < 2 ? (
        <p className="text-muted-foreground text-sm">
          Not enough data for a chart yet. Samples are taken every minute.
        </p>
      ) : null}
      {samples.length >= 2 ? <Chart title={title} samples={samples} hours={hours} /> : null}
    </section>
  );
}

function Chart({ title, samples, hours }: { title: string; samples: Samples; hours: Hours }) {
  const last = samples.at(-1);
  const maxValue = Math.max(1, ...samples.flatMap(({ connected, waiting }) => [connected, waiting]));
  const toMs = last?.atMs ?? 0;
  const fromMs = toMs - Number(hours) * 60 * minuteMs;
  // Samples are taken every minute; after a day, one per quarter of an hour is kept.
  const gapMs = (hours === "168" ? 40 : 5) * minuteMs;
  const lines = chartLines(samples, { width, height, maxValue, fromMs, toMs, gapMs });
  const start = ranges.find(({ value }) => value === hours)?.start;
  return (
    <figure className="space-y-2 rounded-md border p-3">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        <Key name="Connected" line="border-primary border-t-2" />
        <Key name="In use" line="h-2.5 rounded-xs bg-primary/25" />
        <Key name="Waiting" line="border-warning-line border-t-2 border-dashed" />
      </figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-2 text-muted-foreground text-xs tabular-nums">
        <div aria-hidden className="flex flex-col justify-between text-right">
          <span>{maxValue}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={`From ${start} until now, at most ${maxValue}. Last value: ${last?.inUse} of ${last?.connected} workers in use, ${last?.waiting} waiting`}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-24 w-full border-b border-l"
        >
          <path d={lines.inUseArea} className="fill-primary/25" />
          <path
            d={lines.connected}
            strokeWidth={1.5}
            className="fill-none stroke-primary"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={lines.waiting}
            strokeWidth={1.5}
            strokeDasharray="4 3"
            className="fill-none stroke-warning-line"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span />
        <div aria-hidden className="flex justify-between">
          <span>{start}</span>
          <span>Now</span>
        </div>
      </div>
      <ChartTable
        label={title}
        headings={["UTC", "Connected", "In use", "Waiting"]}
        rows={sampleEvenly(samples, tableRows)
          .reverse()
          .map(({ atMs, connected, inUse, waiting }) => ({
            name: timeText(atMs),
            values: [connected, inUse, waiting],
          }))}
      />
    </figure>
  );
}

function Key({ name, line }: { name: string; line: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`w-4 ${line}`} />
      {name}
    </span>
  );
}

const timeText = (atMs: number) => isoTime(atMs).replace("T", " ").slice(0, 16);
