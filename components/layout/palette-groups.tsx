"use client";

import { Command, useCommandState } from "cmdk";
import type { ReactNode } from "react";
import { Kbd } from "@/components/ui/kbd";
import { rankGroups } from "./palette-rank";

export const groupStyles =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs";

export interface PaletteEntry {
  id: string;
  /** What is searched. */
  value: string;
  label: string;
  icon: ReactNode;
  keys?: readonly string[];
  onSelect: () => void;
}

export interface PaletteGroup {
  heading: string;
  entries: readonly PaletteEntry[];
  /** Found only by searching: there can be many. */
  isHidden?: boolean;
}

/** The groups of the command palette, the one with the best match first. */
export function PaletteGroups({ groups }: { groups: readonly PaletteGroup[] }) {
  const search = useCommandState((state) => state.search);
  const shown = groups.filter(({ entries, isHidden }) => entries.length > 0 && !(isHidden && search === ""));
  return rankGroups(shown, search).map(({ heading, entries }) => (
    <Command.Group key={heading} heading={heading} className={groupStyles}>
      {entries.map((entry) => (
        <Entry key={entry.id} {...entry} />
      ))}
    </Command.Group>
  ));
}

function Entry({ value, label, icon, keys, onSelect }: PaletteEntry) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-8 items-center justify-between gap-4 rounded px-2 text-sm data-[selected=true]:bg-accent"
    >
      <span className="flex min-w-0 items-center gap-2 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted-foreground">
        {icon}
        <span className="truncate">{label}</span>
      </span>
      {keys ? (
        <span className="flex gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      ) : null}
    </Command.Item>
  );
}
