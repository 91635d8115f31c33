"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { Check, FoldVertical, MessageSquare } from "lucide-react";
import { type KeyboardEvent, type Ref, type RefObject, useId, useMemo, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { FoldIcon } from "@/components/ui/fold-icon";
import { Input } from "@/components/ui/input";
import { type TreeRow, treeRows } from "@/lib/model/diff/file-tree";
import { counted, plural } from "@/lib/model/plural";
import type { TreeState } from "./tree-state";

interface FileTreeProps {
  paths: readonly string[];
  /** Path of the current file. */
  current: string | undefined;
  stateOf: (path: string) => TreeState | undefined;
  onOpen: (path: string) => void;
  filterRef: Ref<HTMLInputElement>;
}

const rowHeight = 26;

/** Changed files as a tree. A single tab stop; arrow keys move inside. */
export function FileTree({ paths, current, stateOf, onOpen, filterRef }: FileTreeProps) {
  const [filter, setFilter] = useState("");
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const { rows, closed, at, virtual, choose, go, onKeyDown } = useTree({ paths, filter, current, scroller, onOpen });
  const matches = rows.filter(({ kind }) => kind === "file").length;
  const onFilterKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") event.currentTarget.blur();
    else if (event.key === "Enter") {
      const first = rows.find(({ kind }) => kind === "file");
      if (first) choose(first);
      event.currentTarget.blur();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      scroller.current?.focus();
      go(0);
    }
  };
  return (
    <div className="flex h-full min-h-0 flex-col gap-2">
      <Input
        ref={filterRef}
        aria-label="Filter files"
        placeholder="Filter files"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={onFilterKey}
      />
      <p className="sr-only" aria-live="polite">
        {filter ? `${counted(matches, "file")} found` : ""}
      </p>
      <div
        ref={scroller}
        role="tree"
        tabIndex={0}
        aria-label="Changed files"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-auto rounded-md border"
      >
        <div role="presentation" style={{ height: virtual.getTotalSize() }} className="relative">
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return row ? (
              <TreeItem
                key={`${row.kind} ${row.path}`}
                id={`${id}-${index}`}
                row={row}
                start={start}
                open={row.kind === "folder" ? !closed.has(row.path) : undefined}
                active={index === at}
                current={row.path === current}
                state={row.kind === "file" ? stateOf(row.path) : undefined}
                onChoose={choose}
              />
            ) : null;
          })}
        </div>
      </div>
    </div>
  );
}

interface TreeOptions extends Pick<FileTreeProps, "paths" | "current" | "onOpen"> {
  filter: string;
  scroller: RefObject<HTMLDivElement | null>;
}

/** State of the tree: visible rows, closed folders, the active row, and key handling. */
function useTree({ paths, filter, current, scroller, onOpen }: TreeOptions) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const rows = useMemo(() => treeRows(paths, filter, closed), [paths, filter, closed]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const activePath = active ?? current;
  const at = rows.findIndex(({ path }) => path === activePath);
  const setOpen = (path: string, open: boolean) => {
    const next = new Set(closed);
    if (open) next.delete(path);
    else next.add(path);
    setClosed(next);
  };
  const choose = (row: TreeRow) => {
    setActive(row.path);
    if (row.kind === "folder") setOpen(row.path, closed.has(row.path));
    else onOpen(row.path);
  };
  const go = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (!row) return;
    setActive(row.path);
    virtual.scrollToIndex(rows.indexOf(row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(Math.max(at - 1, 0));
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(rows.length - 1);
    else if ((event.key === "Enter" || event.key === " ") && row) choose(row);
    else if (event.key === "ArrowRight" && row?.kind === "folder") setOpen(row.path, true);
    else if (event.key === "ArrowLeft" && row?.kind === "folder") setOpen(row.path, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { rows, closed, at, virtual, choose, go, onKeyDown };
}

const marks: Readonly<Record<string, { letter: string; color: string }>> = {
  added: { letter: "A", color: "text-success" },
  removed: { letter: "D", color: "text-danger" },
  renamed: { letter: "R", color: "text-info" },
  copied: { letter: "C", color: "text-info" },
};

/** How the file changed, and a dimmed mark for files that are folded initially. */
function FileMarks({ status, reason }: Pick<TreeState, "status" | "reason">) {
  const mark = Object.hasOwn(marks, status) ? marks[status] : undefined;
  return (
    <>
      {reason ? (
        <span title={reason} className="shrink-0 text-muted-foreground">
          <FoldVertical aria-hidden className="size-3" />
        </span>
      ) : null}
      {mark ? (
        <span title={status} className={classNames("shrink-0 font-mono", mark.color)}>
          <span aria-hidden>{mark.letter}</span>
          <span className="sr-only">, {status}</span>
        </span>
      ) : null}
    </>
  );
}

interface TreeItemProps {
  id: string;
  row: TreeRow;
  /** Offset from the top, in pixels. */
  start: number;
  /** Whether a folder is open. `undefined` for files. */
  open: boolean | undefined;
  active: boolean;
  current: boolean;
  state: TreeState | undefined;
  onChoose: (row: TreeRow) => void;
}

function TreeItem({ id, row, start, open, active, current, state, onChoose }: TreeItemProps) {
  const { kind, path, name, depth } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and sets aria-activedescendant
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={open}
      aria-selected={kind === "file" && current}
      onClick={() => onChoose(row)}
      title={path}
      style={{ transform: `translateY(${start}px)`, height: rowHeight, paddingLeft: 8 + depth * 12 }}
      className={classNames(
        "absolute inset-x-0 top-0 flex cursor-pointer items-center gap-1 pr-2 text-xs hover:bg-muted",
        active ? "bg-muted" : "",
        current ? "font-medium" : "",
      )}
    >
      {kind === "folder" ? (
        <FoldIcon open={open ?? false} className="size-3" />
      ) : (
        <span aria-hidden className="size-3 shrink-0">
          {state?.viewed ? <Check className="size-3 text-success" /> : null}
        </span>
      )}
      <span className={classNames("min-w-0 flex-1 truncate", state?.viewed ? "text-muted-foreground" : "")}>
        {name}
        {state?.viewed ? <span className="sr-only">, viewed</span> : null}
        {state?.reason ? <span className="sr-only">, {state.reason}</span> : null}
      </span>
      {state && state.threads > 0 ? (
        <span className="inline-flex items-center gap-0.5 text-info">
          <MessageSquare aria-hidden className="size-3" />
          {state.threads}
          <span className="sr-only"> open {plural(state.threads, "thread")}</span>
        </span>
      ) : null}
      {state ? <FileMarks status={state.status} reason={state.reason} /> : null}
      {state?.lines ? (
        <span className="text-[11px] tabular-nums">
          <span className="text-success">+{state.lines.additions}</span>{" "}
          <span className="text-danger">−{state.lines.deletions}</span>
        </span>
      ) : null}
      {state?.binary ? (
        <span title="No lines: binary or empty" className="text-[11px] text-muted-foreground">
          <span aria-hidden>bin</span>
          <span className="sr-only">, binary or empty</span>
        </span>
      ) : null}
    </div>
  );
}
