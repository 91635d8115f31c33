"use client";

import { useMemo, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { Select } from "@/components/ui/select";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { counted } from "@/lib/model/plural";
import { runLabel } from "@/lib/model/runs/run-reference";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { durationLabel } from "@/lib/model/transcript/duration";
import { type WaterfallCall, waterfall } from "@/lib/model/transcript/waterfall";

interface TimelineViewProps {
  /** Oldest first. */
  runs: readonly NumberedRun[];
  transcripts: Transcripts;
  onSelect: (runId: string, call: WaterfallCall) => void;
}

const maxCalls = 500;

/** The tool calls of a run on a time axis, with the slowest one marked. */
export default function TimelineView({ runs, transcripts, onSelect }: TimelineViewProps) {
  const [chosen, setChosen] = useState<string>();
  const runId = (runs.find(({ id }) => id === chosen) ?? runs.at(-1))?.id ?? "";
  const transcript = transcripts.get(runId);
  const { calls, totalMs } = useMemo(() => waterfall({ rows: transcript?.rows ?? [] }), [transcript]);
  return (
    <section aria-label="Timeline" className="min-h-0 flex-1 space-y-3 overflow-y-auto p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="w-32">
          <Select aria-label="Run" value={runId} onChange={(event) => setChosen(event.target.value)}>
            {runs.map(({ id, number }) => (
              <option key={id} value={id}>
                {runLabel(number)}
              </option>
            ))}
          </Select>
        </div>
        <p className="text-muted-foreground text-xs">
          Times reported by the agent. Gaps are thinking time. Calls without a bar have no reported time.
        </p>
      </div>
      {calls.length === 0 ? <p className="text-muted-foreground text-sm">No tool calls yet.</p> : null}
      <ol className="space-y-px">
        {calls.slice(0, maxCalls).map((call) => (
          <li key={call.row.key}>
            <Call call={call} totalMs={totalMs} onSelect={() => onSelect(runId, call)} />
          </li>
        ))}
      </ol>
      {calls.length > maxCalls ? (
        <p className="text-muted-foreground text-xs">{counted(calls.length - maxCalls, "later call")} not shown.</p>
      ) : null}
    </section>
  );
}

function Call({ call, totalMs, onSelect }: { call: WaterfallCall; totalMs: number; onSelect: () => void }) {
  const { title, failed, startMs, durationMs, slowest } = call;
  const share = (ms: number) => `${totalMs > 0 ? Math.min(100, (ms / totalMs) * 100) : 0}%`;
  return (
    <button
      type="button"
      onClick={onSelect}
      className="grid w-full grid-cols-[minmax(0,1fr)_4.5rem] items-center gap-x-3 rounded px-1 py-0.5 text-left text-xs hover:bg-muted sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_4.5rem]"
    >
      <span className="flex min-w-0 items-center gap-1.5">
        <code className={classNames("truncate font-mono", failed && "text-danger")}>{title}</code>
        {failed ? <span className="sr-only">failed</span> : null}
        {slowest ? <Badge tone="warning">slowest</Badge> : null}
      </span>
      <span aria-hidden className="relative hidden h-3 rounded bg-muted sm:block">
        {durationMs === undefined ? null : (
          <span
            className={classNames(
              "absolute inset-y-0 min-w-0.5 rounded",
              slowest ? "bg-warning" : failed ? "bg-danger" : "bg-primary",
            )}
            style={{ left: share(startMs), width: share(durationMs) }}
          />
        )}
      </span>
      <span className="text-right text-muted-foreground">
        {durationMs === undefined ? "–" : durationLabel(durationMs)}
      </span>
    </button>
  );
}
