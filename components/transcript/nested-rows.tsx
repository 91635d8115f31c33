"use client";

import { type ComponentType, use, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { counted } from "@/lib/model/plural";
import { rowKey, workKey } from "@/lib/model/transcript/conversation-items";
import type { Row, ToolRow, Transcript } from "@/lib/model/transcript/state";
import { containsFailure, groupWork, type Work } from "@/lib/model/transcript/work";
import { MarkedRow } from "./marked-row";
import { RowBoundary } from "./row-boundary";
import { useRowOpenState } from "./row-open-state";
import { WorkHeader } from "./work-header";

export interface RowViewProps {
  id: string;
  /** Id of the row's run. */
  run: string;
  row: Row;
}

interface NestedProps {
  /** Id of the call, which starts the ids of the rows in it. */
  id: string;
  run: string;
  /** Renders a row. */
  View: ComponentType<RowViewProps>;
}

interface NestedRowsProps extends NestedProps {
  call: ToolRow;
  nested: Transcript;
}

/** What a subagent did, as in the conversation: long sequences of steps are folded, unless there is nothing else. */
export function NestedRows({ call, nested, ...props }: NestedRowsProps) {
  const { rows, dropped } = nested;
  const parts = groupWork(rows);
  const shown = parts.length === 1 ? rows : parts;
  return (
    <ul aria-label="Subagent steps" className="ml-3 space-y-2 border-t border-l py-2 pr-2 pl-2">
      {dropped.rows > 0 ? (
        <li className="text-muted-foreground text-xs">{counted(dropped.rows, "earlier step")} not shown.</li>
      ) : null}
      {shown.map((part) =>
        "kind" in part ? (
          <NestedRow key={part.key} row={part} {...props} />
        ) : (
          <NestedWork key={workKey(props.id, part)} work={part} running={call.status === "running"} {...props} />
        ),
      )}
    </ul>
  );
}

/** A group of steps. One shown while running stays open; a completed one starts folded. */
function NestedWork({ work, running, ...props }: NestedProps & { work: Work; running: boolean }) {
  const [watched] = useState(running);
  const [open, setOpen] = useRowOpenState(workKey(props.id, work), watched);
  const shown = open ? work.rows : work.rows.filter(containsFailure);
  return (
    <>
      <li>
        <WorkHeader work={work} open={open} onToggle={() => setOpen(!open)} />
      </li>
      {shown.map((row) => (
        <NestedRow key={row.key} row={row} inside {...props} />
      ))}
    </>
  );
}

function NestedRow({ row, inside = false, id, run, View }: NestedProps & { row: Row; inside?: boolean }) {
  const key = rowKey(id, row);
  const marked = use(MarkedRow) === key;
  return (
    <li
      data-marked={marked || undefined}
      className={classNames(
        "rounded-md",
        inside && "ml-2 border-l pl-2",
        marked && "outline-2 outline-primary outline-offset-1",
      )}
    >
      <RowBoundary row={row}>
        <View id={key} run={run} row={row} />
      </RowBoundary>
    </li>
  );
}
