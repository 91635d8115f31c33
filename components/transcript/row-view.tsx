"use client";

import { Brain, FoldVertical, Info, Radio } from "lucide-react";
import { memo, type ReactNode, useId } from "react";
import { FoldIcon } from "@/components/ui/fold-icon";
import { durationLabel } from "@/lib/model/transcript/duration";
import type { MessageRow, RawRow, SummaryRow, ThinkingRow } from "@/lib/model/transcript/state";
import { JsonBlock } from "./json-tree";
import MarkdownText from "./markdown";
import { NestedRows, type RowViewProps } from "./nested-rows";
import { PromptCard } from "./prompt-card";
import { QuestionCard } from "./question-card";
import { useRowOpenState } from "./row-open-state";
import { ToolCard } from "./tool-card";

/** One row of a run. Rows are immutable, so only changed rows re-render. */
export const RowView = memo(function RowView({ id, run, row }: RowViewProps) {
  switch (row.kind) {
    case "prompt":
      return <PromptCard id={id} row={row} />;
    case "message":
      return <Message row={row} />;
    case "thinking":
      return <Thinking id={id} row={row} />;
    case "tool":
      return (
        <ToolCard id={id} row={row}>
          {row.nested ? <NestedRows id={id} run={run} call={row} nested={row.nested} View={RowView} /> : null}
        </ToolCard>
      );
    case "summary":
      return <Summary id={id} row={row} />;
    case "notice":
      return (
        <p className="flex items-start gap-1.5 px-1 text-muted-foreground text-xs [&_svg]:mt-px [&_svg]:size-3.5">
          <Info aria-hidden />
          <span className="min-w-0 whitespace-pre-wrap break-words">{row.text}</span>
        </p>
      );
    case "question":
      return <QuestionCard run={run} row={row} />;
    case "raw":
      return <Raw id={id} row={row} />;
  }
});

function Message({ row }: { row: MessageRow }) {
  return (
    <div className="px-1 text-sm">
      <MarkdownText text={row.text} />
    </div>
  );
}

interface CollapsibleProps {
  id: string;
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

/** A collapsible line. Its content mounts when it is open. */
function Collapsible({ id, icon, title, children }: CollapsibleProps) {
  const [open, setOpen] = useRowOpenState(id, false);
  const body = useId();
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={body}
        onClick={() => setOpen(!open)}
        className="flex min-h-6 items-center gap-1.5 rounded px-1 text-muted-foreground text-xs hover:text-foreground [&_svg]:size-3.5"
      >
        {icon}
        {title}
        <FoldIcon open={open} />
      </button>
      {open ? (
        <div id={body} className="mt-1 ml-2.5 border-l pl-3">
          {children}
        </div>
      ) : null}
    </div>
  );
}

function thinkingLabel(durationMs: number | undefined): string {
  if (durationMs === undefined) return "Thinking";
  return durationMs < 1_000 ? "Thought for a moment" : `Thought for ${durationLabel(durationMs)}`;
}

function Thinking({ id, row }: { id: string; row: ThinkingRow }) {
  const title = thinkingLabel(row.durationMs);
  return (
    <Collapsible id={id} icon={<Brain aria-hidden />} title={title}>
      <div className="text-muted-foreground text-sm">
        <MarkdownText text={row.text} />
      </div>
    </Collapsible>
  );
}

function Summary({ id, row }: { id: string; row: SummaryRow }) {
  return (
    <Collapsible id={id} icon={<FoldVertical aria-hidden />} title="Conversation summarized">
      <MarkdownText text={row.text} />
    </Collapsible>
  );
}

function Raw({ id, row }: { id: string; row: RawRow }) {
  return (
    <Collapsible id={id} icon={<Radio aria-hidden />} title={`Event “${row.event}”`}>
      <JsonBlock what="data" value={row.data} />
    </Collapsible>
  );
}
