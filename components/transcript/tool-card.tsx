"use client";

import {
  Bot,
  CircleCheck,
  CircleDot,
  CircleSlash,
  CircleX,
  FilePen,
  FilePlus,
  FileText,
  FolderSearch,
  ListTodo,
  type LucideIcon,
  Search,
  SquareTerminal,
  Wrench,
} from "lucide-react";
import { type ReactNode, useId, useMemo } from "react";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { FoldIcon } from "@/components/ui/fold-icon";
import { plural } from "@/lib/model/plural";
import { durationLabel } from "@/lib/model/transcript/duration";
import type { ToolRow } from "@/lib/model/transcript/state";
import { type ToolView, toolFailed, toolFailure, toolView } from "@/lib/model/transcript/tool-view";
import { nestedCounts } from "@/lib/model/transcript/work";
import { useRowOpenState } from "./row-open-state";
import { ToolBody } from "./tool-body";

interface CardHeader {
  icon: LucideIcon;
  verb: string;
  /** Details at the right end: counts, exit code, duration. */
  details: readonly string[];
  /** Whether the body is open by default. */
  open: boolean;
}

const count = (number: number, one: string, many?: string) =>
  `${number.toLocaleString("en")} ${plural(number, one, many)}`;

function fileHeader(view: Extract<ToolView, { kind: "file" }>): CardHeader {
  const details = view.lines === undefined ? [] : [count(view.lines, "line")];
  return { icon: view.verb === "Read" ? FileText : FilePlus, verb: view.verb, details, open: view.verb === "Wrote" };
}

function headerOf(view: ToolView, row: ToolRow): CardHeader {
  switch (view.kind) {
    case "shell": {
      const { code, signal, durationMs } = view.exit ?? {};
      const details = [
        row.status === "stopped" ? "stopped" : "",
        // A command killed by a signal has no exit code.
        signal ? signal : code === undefined ? "" : `exit ${code}`,
        durationMs === undefined ? "" : durationLabel(durationMs),
      ];
      return {
        icon: SquareTerminal,
        verb: row.status === "running" ? "Running" : "Ran",
        details: details.filter(Boolean),
        open: true,
      };
    }
    case "file":
      return fileHeader(view);
    case "edit": {
      const details =
        view.added === undefined && view.removed === undefined ? [] : [`+${view.added ?? 0} −${view.removed ?? 0}`];
      return { icon: FilePen, verb: "Edited", details, open: true };
    }
    case "files": {
      const total = view.total ?? view.files?.length;
      const icon = view.verb === "Listed" ? FolderSearch : Search;
      return { icon, verb: view.verb, details: total === undefined ? [] : [count(total, "result")], open: false };
    }
    case "matches":
      return { icon: Search, verb: "Searched", details: [count(view.matches.length, "match", "matches")], open: false };
    case "plan": {
      const done = view.todos.filter(({ status }) => status === "completed").length;
      const details = view.todos.length > 0 ? [`${done} of ${view.todos.length} done`] : [];
      return { icon: ListTodo, verb: view.verb, details, open: true };
    }
    case "other": {
      const verb = row.typed?.type ?? row.name;
      return { icon: verb === "task" ? Bot : Wrench, verb, details: [], open: false };
    }
  }
}

/** The status icon. A shell call succeeds even if its command fails; show the command's status. */
function statusOf(view: ToolView, row: ToolRow): { icon: LucideIcon; label: string; className: string } {
  if (row.status === "running") {
    return { icon: CircleDot, label: "Running", className: "text-info motion-safe:animate-pulse" };
  }
  if (row.status === "stopped") return { icon: CircleSlash, label: "Stopped", className: "text-warning" };
  if (toolFailed(row, view)) {
    return { icon: CircleX, label: "Failed", className: "text-danger" };
  }
  return { icon: CircleCheck, label: "Done", className: "text-success" };
}

/** The steps of a subagent and how many of them failed, visible while they are folded. */
function NestedCounts({ row }: { row: ToolRow }) {
  if (!row.nested) return null;
  const { calls, failed } = nestedCounts(row.nested);
  if (calls === 0) return null;
  return (
    <span className="shrink-0 whitespace-nowrap text-muted-foreground">
      {count(calls, "step")}
      {failed > 0 ? <span className="text-danger"> · {failed} failed</span> : null}
    </span>
  );
}

interface ToolCardProps {
  id: string;
  row: ToolRow;
  /** The rows of the call's subagent. */
  children?: ReactNode;
}

/** A tool call as a card: a one-line summary with the result below. */
export function ToolCard({ id, row, children }: ToolCardProps) {
  const view = useMemo(() => toolView(row), [row]);
  const header = headerOf(view, row);
  const status = statusOf(view, row);
  const failure = toolFailure(row);
  const [open, setOpen] = useRowOpenState(id, header.open || failure !== undefined);
  const body = useId();
  return (
    <div className="overflow-hidden rounded-md border bg-card">
      <div className="flex items-center gap-1 pr-1 hover:bg-muted">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={body}
          onClick={() => setOpen(!open)}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 px-2 py-1 text-left text-xs"
        >
          <FoldIcon open={open} className="text-muted-foreground" />
          <header.icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
          <span className="shrink-0 font-medium">{header.verb}</span>
          <code className="min-w-0 flex-1 truncate font-mono">{view.title.split("\n")[0]}</code>
          <Details details={header.details} />
          <NestedCounts row={row} />
          <status.icon aria-hidden className={classNames("size-3.5 shrink-0", status.className)} />
          <span className="sr-only">{status.label}</span>
        </button>
        {view.title ? <CopyButton text={view.title} what={view.kind === "shell" ? "command" : "name"} /> : null}
      </div>
      {open ? (
        <div id={body} className="bg-code">
          {children}
          <ToolBody id={id} row={row} view={view} />
          {failure ? <Message className="text-danger">{failure}</Message> : null}
          {row.omitted.args ? <Message>The arguments were too large and were omitted.</Message> : null}
          {row.omitted.result && !showsOutput(view) ? (
            <Message>The result was too large and was omitted.</Message>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Streamed output is shown in full even if the service omitted the result. */
const showsOutput = (view: ToolView) => view.kind === "shell" && (view.stdout !== "" || view.stderr !== "");

function Details({ details }: { details: readonly string[] }) {
  return details.length > 0 ? (
    <span className="shrink-0 whitespace-nowrap text-muted-foreground">{details.join(" · ")}</span>
  ) : null;
}

function Message({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p
      className={classNames(
        "whitespace-pre-wrap break-words border-t px-3 py-2 text-muted-foreground text-xs",
        className,
      )}
    >
      {children}
    </p>
  );
}
