"use client";

import { useQuery } from "@tanstack/react-query";
import { Command, useCommandState } from "cmdk";
import { Search } from "lucide-react";
import { firstMatchLine, Highlighted } from "@/components/search/highlighted";
import { hitKind } from "@/components/search/hit-kinds";
import { type HitPath, hitPath } from "@/components/search/hit-path";
import { bestMatchesQuery } from "@/components/search/search-queries";
import { useDebounced } from "@/components/search/use-debounced";
import type { SearchGroup, SearchHit } from "@/lib/contract/dashboard/search/search-everything";
import { paths } from "@/lib/model/paths";
import { maxQueryLength } from "@/lib/model/search/kinds";

const debounceMs = 200;
const maxHits = 5;

interface PaletteSearchProps {
  headingClass: string;
  onOpen: (path: HitPath | ReturnType<typeof paths.search>) => void;
}

/** In the command palette: the best matches of the typed text in everything, and the page with all of them. */
export function PaletteSearch({ headingClass, onOpen }: PaletteSearchProps) {
  const text = useCommandState((state) => state.search)
    .trim()
    .slice(0, maxQueryLength);
  const settled = useDebounced(text, debounceMs);
  const { data, isFetching, error } = useQuery(bestMatchesQuery(settled));
  if (text === "") return null;
  // Matches of an earlier text would be opened by mistake.
  const groups = settled === text ? (data?.groups ?? []) : [];
  const found = groups.flatMap(({ agent, hits: all }) => all.map((hit, index) => ({ agent, hit, index })));
  // The best match of each agent first.
  const hits = found.sort((a, b) => Math.min(a.index, 1) - Math.min(b.index, 1)).slice(0, maxHits);
  return (
    <Command.Group heading="Search" className={headingClass}>
      <Command.Item
        value={"search everything"}
        onSelect={() => onOpen(paths.search(text))}
        className="flex h-8 items-center gap-2 rounded px-2 text-sm data-[selected=true]:bg-accent"
      >
        <Search aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
        <span className="truncate">
          Search everything for “<bdi>{text}</bdi>”
        </span>
        <span className="ml-auto shrink-0 text-muted-foreground text-xs">
          {isFetching || settled !== text ? "Searching…" : error ? "Couldn't search" : null}
        </span>
      </Command.Item>
      {hits.map(({ agent, hit }) => (
        <PaletteHit key={hit.id} agent={agent} hit={hit} onSelect={() => onOpen(hitPath(agent, hit))} />
      ))}
    </Command.Group>
  );
}

interface PaletteHitProps {
  agent: SearchGroup["agent"];
  hit: SearchHit;
  onSelect: () => void;
}

function PaletteHit({ agent, hit, onSelect }: PaletteHitProps) {
  const { icon: Icon, label } = hitKind(hit.kind);
  const shown = hit.snippet.ranges.length > 0 || hit.title.text === "" ? hit.snippet : hit.title;
  return (
    <Command.Item
      value={`search ${hit.id}`}
      onSelect={onSelect}
      className="flex h-8 items-center gap-2 rounded px-2 text-sm data-[selected=true]:bg-accent"
    >
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      <span className="sr-only">{label}: </span>
      <span className="min-w-0 flex-1 truncate">
        <Highlighted {...firstMatchLine(shown)} />
      </span>
      <span className="max-w-36 shrink-0 truncate text-muted-foreground text-xs">
        <bdi>{agent.name || "Unnamed"}</bdi>
      </span>
    </Command.Item>
  );
}
