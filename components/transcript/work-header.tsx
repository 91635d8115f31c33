"use client";

import { Hammer } from "lucide-react";
import { FoldIcon } from "@/components/ui/fold-icon";
import { counted } from "@/lib/model/plural";
import { durationLabel } from "@/lib/model/transcript/duration";
import type { Work } from "@/lib/model/transcript/work";

interface WorkHeaderProps {
  work: Work;
  open: boolean;
  onToggle: () => void;
}

/** Collapsed group of steps: their number, how long they took, and failures. The run takes longer: the model answers in between. */
export function WorkHeader({ work, open, onToggle }: WorkHeaderProps) {
  const { rows, calls, failed, durationMs } = work;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex min-h-7 w-full items-center gap-2 rounded border border-dashed px-2 text-left text-muted-foreground text-xs hover:bg-muted hover:text-foreground"
    >
      <FoldIcon open={open} />
      <Hammer aria-hidden className="size-3.5" />
      <span>
        {calls > 0 ? counted(calls, "step") : counted(rows.length, "thought")}
        {durationMs === undefined ? "" : ` · ${durationLabel(durationMs)}`}
        {failed > 0 ? <span className="text-danger"> · {failed} failed</span> : null}
      </span>
    </button>
  );
}
