"use client";

import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { counted } from "@/lib/model/plural";

const maxEntries = 100;

function Leaf({ value }: { value: unknown }) {
  if (typeof value === "string")
    return <span className="whitespace-pre-wrap break-words text-success">{JSON.stringify(value)}</span>;
  return <span className="text-info">{String(value)}</span>;
}

function sizeLabel(value: object): string {
  return counted(Object.keys(value).length, Array.isArray(value) ? "item" : "field");
}

interface JsonTreeProps {
  value: unknown;
  name?: string;
  /** How many levels are open at first. */
  depth?: number;
}

/** Any value as an expandable tree. Collapsed levels aren't mounted. */
export function JsonTree({ value, name, depth = 1 }: JsonTreeProps) {
  const [open, setOpen] = useState(depth > 0);
  const label = name === undefined ? null : <span className="text-muted-foreground">{name}: </span>;
  if (typeof value !== "object" || value === null) {
    return (
      <div>
        {label}
        <Leaf value={value} />
      </div>
    );
  }
  const entries = Object.entries(value);
  if (entries.length === 0) {
    return (
      <div>
        {label}
        {Array.isArray(value) ? "[]" : "{}"}
      </div>
    );
  }
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer">
        {label}
        <span className="text-muted-foreground">{sizeLabel(value)}</span>
      </summary>
      {open ? (
        <div className="border-l pl-3">
          {entries.slice(0, maxEntries).map(([key, child]) => (
            <JsonTree key={key} name={key} value={child} depth={depth - 1} />
          ))}
          {entries.length > maxEntries ? (
            <p className="text-muted-foreground">{entries.length - maxEntries} more not shown. Copy to see all.</p>
          ) : null}
        </div>
      ) : null}
    </details>
  );
}

/** The tree with a copy button. */
export function JsonBlock({ what, value }: { what: string; value: unknown }) {
  return (
    <div className="flex items-start justify-between gap-2 border-t py-1 pr-1 pl-3 font-mono text-xs leading-[18px]">
      <div className="min-w-0 py-1">
        <JsonTree name={what} value={value} />
      </div>
      <CopyButton text={() => JSON.stringify(value, null, 2)} what={what} />
    </div>
  );
}
