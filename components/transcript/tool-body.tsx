"use client";

import type { ToolRow } from "@/lib/model/transcript/state";
import type { GrepMatch, ToolView } from "@/lib/model/transcript/tool-view";
import { CodeView } from "./code-view";
import { CollapsibleLines } from "./collapsible-lines";
import { DiffView } from "./diff-view";
import { JsonBlock } from "./json-tree";
import MarkdownText from "./markdown";
import { TerminalOutput } from "./terminal-output";
import { TodoList } from "./todo-list";

interface ToolBodyProps {
  id: string;
  row: ToolRow;
  view: ToolView;
}

/** The result of a tool call, rendered by kind. */
export function ToolBody({ id, row, view }: ToolBodyProps) {
  switch (view.kind) {
    case "shell":
      return <ShellBody id={id} row={row} view={view} />;
    case "file":
      return view.content === undefined ? (
        <NoOutput row={row} />
      ) : (
        <CodeView id={id} path={view.title} content={view.content} />
      );
    case "edit":
      return view.diff ? <DiffView id={id} diff={view.diff} /> : <NoOutput row={row} />;
    case "files":
      return <Lines id={id} row={row} what="results" lines={view.files} />;
    case "matches":
      return <Lines id={id} row={row} what="matches" lines={view.matches.map(matchLine)} />;
    case "plan":
      return (
        <div className="border-t px-3 py-2 text-xs">
          {view.text ? <MarkdownText text={view.text} /> : null}
          <TodoList todos={view.todos} />
        </div>
      );
    case "other":
      return (
        <>
          {view.args === undefined ? null : <JsonBlock what="arguments" value={view.args} />}
          {view.result === undefined ? null : <JsonBlock what="result" value={view.result} />}
        </>
      );
  }
}

function matchLine({ file, lineNumber, line }: GrepMatch): string {
  return `${file}${lineNumber === undefined ? "" : `:${lineNumber}`}  ${line.trim()}`;
}

interface ShellBodyProps {
  id: string;
  row: ToolRow;
  view: Extract<ToolView, { kind: "shell" }>;
}

function ShellBody({ id, row, view }: ShellBodyProps) {
  const isMultiline = view.title.includes("\n");
  return (
    <>
      {view.directory || isMultiline ? (
        <div className="border-t px-3 py-2 font-mono text-xs leading-[18px]">
          {view.directory ? <p className="text-muted-foreground">in {view.directory}</p> : null}
          {isMultiline ? <pre className="whitespace-pre-wrap break-words">{view.title}</pre> : null}
        </div>
      ) : null}
      {view.stdout ? <TerminalOutput id={id} text={view.stdout} stream="stdout" /> : null}
      {view.stderr ? <TerminalOutput id={id} text={view.stderr} stream="stderr" /> : null}
      {view.stdout || view.stderr ? null : <NoOutput row={row} />}
    </>
  );
}

function NoOutput({ row }: { row: ToolRow }) {
  if (row.status === "failed" || row.omitted.result) return null;
  return (
    <p className="border-t px-3 py-2 text-muted-foreground text-xs">
      {row.status === "running" ? "No output yet." : "No output."}
    </p>
  );
}

interface LinesProps {
  id: string;
  row: ToolRow;
  what: string;
  lines: readonly string[] | undefined;
}

function Lines({ id, row, what, lines }: LinesProps) {
  if (!lines || lines.length === 0) return <NoOutput row={row} />;
  return (
    <div className="border-t">
      <CollapsibleLines id={id} lines={lines} max={20} keep="start" what={what}>
        {(shown) => <pre className="px-3 py-2 font-mono text-xs leading-[18px]">{shown.join("\n")}</pre>}
      </CollapsibleLines>
    </div>
  );
}
