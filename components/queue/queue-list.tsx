"use client";

import { useNow } from "@/components/ui/use-now";
import { VirtualRows } from "@/components/ui/virtual-rows";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import { columns, QueueEntry } from "./queue-entry";

const rowHeight = 44;
const narrowRowHeight = 88;

interface QueueListProps {
  rows: readonly QueueRow[];
  /** Agent names by id. */
  names: ReadonlyMap<string, string>;
  offsetMs: number;
  onOpen: (id: string) => void;
}

/** The requests as virtualized rows. */
export function QueueList({ rows, names, offsetMs, onOpen }: QueueListProps) {
  const now = useNow() + offsetMs;
  return (
    <>
      <div
        aria-hidden
        className={`hidden gap-x-3 border-b px-4 py-1.5 text-muted-foreground text-xs md:grid ${columns}`}
      >
        {["Agent", "State", "Pool", "Repository", "Requested by"].map((title) => (
          <span key={title}>{title}</span>
        ))}
        <span className="text-right">Waiting</span>
      </div>
      <VirtualRows label="Waiting requests" rows={rows} height={rowHeight} narrowHeight={narrowRowHeight}>
        {(row, current) => (
          <QueueEntry row={row} name={names.get(row.id)} now={now} current={current} onOpen={onOpen} />
        )}
      </VirtualRows>
    </>
  );
}
