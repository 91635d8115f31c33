"use client";

import {
  ChevronRight,
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
import { plural } from "@/lib/model/plural";
import { durationLabel } from "@/lib/model/transcript/duration";
import type { ToolRow } from "@/lib/model/transcript/state";
import { type ToolView, toolFailed, toolFailure, toolView } from "@/lib/model/transcript/tool-view";
import { useRowOpenState } from "./row-open-state";
import { ToolBody } from "./tool-body";

interface Head {
  icon: LucideIcon;
  verb: string;
  /** Details at the right end: counts, exit code, duration. */
  facts: readonly string[];
  /** Whether the body is open by default. */
  open: boolean;
}

const count = (number: number, one: string, many?: string) =>
  `${number.toLocaleString("en")} ${plural(number, one, many)}`;

function fileHead(view: Extract<ToolView, { kind: "file" }>): Head {
  const facts = view.lines === undefined ? [] : [count(view.lines, "line")];
  return { icon: view.verb === "Read" ? FileText : FilePlus, verb: view.verb, facts, open: view.verb === "Wrote" };
}

function headOf(view: ToolView, row: ToolRow): Head {
  switch (view.kind) {
    case "shell": {
      const { code, signal, durationMs } = view.exit ?? {};
      const facts = [
        row.status === "stopped" ? "stopped" : "",
        // A command killed by a signal has no exit code.
        signal ? signal : code === undefined ? "" : `exit ${code}`,
        durationMs === undefined ? "" : durationLabel(durationMs),
      ];
      return { icon: SquareTerminal, verb: "Ran", facts: facts.filter(Boolean), open: true };
    }
    case "file":
      return fileHead(view);
    case "edit": {
      const facts =
        view.added === undefined && view.removed === undefined ? [] : [`+${view.added ?? 0} −${view.removed ?? 0}`];
      return { icon: FilePen, verb: "Edited", facts, open: true };
    }
    case "files": {
      const total = view.total ?? view.files?.length;
      const icon = view.verb === "Listed" ? FolderSearch : Search;
      return { icon, verb: view.verb, facts: total === undefined ? [] : [count(total, "result")], open: false };
    }
    case "matches":
      return { icon: Search, verb: "Searched", facts: [count(view.matches.length, "match", "matches")], open: false };
    case "plan": {
      const done = view.todos.filter(({ status }) => status === "completed").length;
      const facts = view.todos.length > 0 ? [`${done} of ${view.todos.length} done`] : [];
      return { icon: ListTodo, verb: view.verb, facts, open: true };
    }
    case "other":
      return { icon: Wrench, verb: row.typed?.type ?? row.name, facts: [], open: false };
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

interface ToolCardProps {
  id: string;
  row: ToolRow;
}

/** A tool call as a card: a one-line summary with the result below. */
export function ToolCard({ id, row }: ToolCardProps) {
  const view = useMemo(() => toolView(row), [row]);
  const head = headOf(view, row);
  const status = statusOf(view, row);
  const failure = toolFailure(row);
  const [open, setOpen] = useRowOpenState(id, head.open || failure !== undefined);
  const body = useId();
  return (
    <div className="overflow-hidden rounded-md border bg-card">
      <div className="flex items-center gap-1 pr-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={body}
          onClick={() => setOpen(!open)}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 px-2 py-1 text-left text-xs hover:bg-muted"
        >
          <ChevronRight
            aria-hidden
            className={classNames("size-3.5 shrink-0 text-muted-foreground transition-transform", open && "rotate-90")}
          />
          <head.icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
          <span className="shrink-0 font-medium">{head.verb}</span>
          <code className="min-w-0 flex-1 truncate font-mono">{view.title.split("\n")[0]}</code>
          <Facts facts={head.facts} />
          <status.icon aria-hidden className={classNames("size-3.5 shrink-0", status.className)} />
          <span className="sr-only">{status.label}</span>
        </button>
        {view.title ? <CopyButton text={view.title} what={view.kind === "shell" ? "command" : "name"} /> : null}
      </div>
      {open ? (
        <div id={body} className="bg-code">
          <ToolBody id={id} row={row} view={view} />
          {failure ? <Message className="text-danger">{failure}</Message> : null}
          {row.omitted.args ? <Message>The arguments were too large and were omitted.</Message> : null}
          {row.omitted.result ? (
            <Message>The result was too large and was omitted.</Message>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Facts({ facts }: { facts: readonly string[] }) {
  return facts.length > 0 ? (
    <span className="shrink-0 whitespace-nowrap text-muted-foreground">{facts.join(" · ")}</span>
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
