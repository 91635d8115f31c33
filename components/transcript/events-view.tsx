"use client";

import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import type { LiveFrame } from "@/lib/model/live/protocol";
import { runLabel } from "@/lib/model/runs/run-reference";
import { collectEvents } from "./collect-events";
import { JsonTree } from "./json-tree";

interface EventsViewProps {
  agentId: string;
  /** Oldest first. */
  runs: readonly NumberedRun[];
}

const typeOf = ({ data }: LiveFrame) =>
  typeof data === "object" && data !== null && "type" in data && typeof data.type === "string" ? data.type : "";

/** The raw events of a run, with the full data of the selected one. */
export default function EventsView({ agentId, runs }: EventsViewProps) {
  const [chosen, setChosen] = useState<string>();
  const runId = (runs.find(({ id }) => id === chosen) ?? runs.at(-1))?.id ?? "";
  const [text, setText] = useState("");
  const [selected, setSelected] = useState(0);
  const { data, isPending } = useQuery({
    queryKey: ["raw-events", agentId, runId],
    queryFn: () => collectEvents(agentId, runId),
    enabled: runId !== "",
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useMemo(() => {
    const term = text.trim().toLowerCase();
    return (data ?? []).filter(
      (frame) =>
        term === "" || `${frame.event} ${frame.id ?? ""} ${JSON.stringify(frame.data)}`.toLowerCase().includes(term),
    );
  }, [data, text]);
  const frame = shown[Math.min(selected, shown.length - 1)];

  return (
    <section aria-label="Raw events" className="flex min-h-0 flex-1 flex-col gap-3 p-3">
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label="Run"
          value={runId}
          onChange={(event) => {
            setChosen(event.target.value);
            setSelected(0);
          }}
          className="w-32"
        >
          {runs.map(({ id, number }) => (
            <option key={id} value={id}>
              {runLabel(number)}
            </option>
          ))}
        </Select>
        <Input
          type="search"
          aria-label="Filter events"
          placeholder="Filter events"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setSelected(0);
          }}
          className="min-w-0 flex-1"
        />
        <span className="self-center text-muted-foreground text-xs">
          {isPending ? "Loading…" : `${shown.length.toLocaleString("en")} events`}
        </span>
      </div>
      {isPending ? (
        <Skeleton className="h-40" />
      ) : (
        <EventList frames={shown} selected={selected} onSelect={setSelected} />
      )}
      {frame ? (
        <section
          aria-label="Selected event"
          className="max-h-[45%] overflow-auto rounded-md border bg-code p-3 font-mono text-xs leading-[18px]"
        >
          <div className="flex items-start justify-between gap-2">
            <p className="break-all text-muted-foreground">
              {frame.event} {frame.id ? `· ID ${frame.id}` : "· no ID"}
            </p>
            <CopyButton text={JSON.stringify(frame, null, 2)} what="event" />
          </div>
          <JsonTree key={`${runId} ${selected} ${text}`} value={frame.data} name="data" depth={2} />
        </section>
      ) : null}
    </section>
  );
}

interface EventListProps {
  frames: readonly LiveFrame[];
  selected: number;
  onSelect: (index: number) => void;
}

function EventList({ frames, selected, onSelect }: EventListProps) {
  const region = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: frames.length,
    getScrollElement: () => region.current,
    estimateSize: () => 24,
    overscan: 10,
  });
  if (frames.length === 0) return <p className="text-muted-foreground text-sm">No matching events.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse
    <section ref={region} aria-label="Events" tabIndex={0} className="min-h-40 flex-1 overflow-auto rounded-md border">
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const frame = frames[index];
          return frame ? (
            <button
              key={index}
              type="button"
              aria-pressed={index === selected}
              onClick={() => onSelect(index)}
              className="absolute inset-x-0 top-0 flex h-6 items-center gap-3 px-2 text-left font-mono text-xs hover:bg-muted aria-pressed:bg-accent"
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className="w-12 shrink-0 text-right text-muted-foreground">{index + 1}</span>
              <span className="shrink-0">{frame.event}</span>
              <span className="truncate text-muted-foreground">{typeOf(frame)}</span>
            </button>
          ) : null;
        })}
      </div>
    </section>
  );
}
