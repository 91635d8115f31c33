"use client";

import { Command, useCommandState } from "cmdk";
import type { ReactNode } from "react";
import { Kbd } from "@/components/ui/kbd";
import { rankGroups, type Searchable } from "./palette-rank";

export const groupStyles =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs";

export interface PaletteEntry extends Searchable {
  id: string;
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

const maxListed = 50;
const maxFound = 10;

/** The groups of the command palette that match, the one with the best match first. */
export function PaletteGroups({ groups }: { groups: readonly PaletteGroup[] }) {
  const search = useCommandState((state) => state.search);
  const isSearch = search.trim() !== "";
  const shown = isSearch ? groups : groups.filter(({ isHidden }) => !isHidden);
  return rankGroups(shown, search, isSearch ? maxFound : maxListed).map(({ heading, entries }) => (
    <Command.Group key={heading} heading={heading} className={groupStyles}>
      {entries.map((entry) => (
        <Entry key={entry.id} group={heading} {...entry} />
      ))}
    </Command.Group>
  ));
}

function Entry({ group, id, title, isResult, icon, keys, onSelect }: PaletteEntry & { group: string }) {
  return (
    <Command.Item
      value={`${group} ${id}`}
      onSelect={onSelect}
      className="flex h-8 items-center justify-between gap-4 rounded px-2 text-sm data-[selected=true]:bg-accent"
    >
      <span className="flex min-w-0 items-center gap-2 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted-foreground">
        {icon}
        <span className="truncate">{isResult ? <bdi>{title}</bdi> : title}</span>
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
