"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { browserOnly } from "@/components/ui/browser-only";
import { Input } from "@/components/ui/input";
import { Options } from "@/components/ui/options";
import { PageHeader } from "@/components/ui/page-header";
import { Select } from "@/components/ui/select";
import { useSearchKey } from "@/components/ui/use-search-key";
import { useUrlState } from "@/components/ui/use-url-state";
import { loadEarly } from "@/lib/client/load-early";
import { maxQueryLength, searchKinds } from "@/lib/model/search/kinds";
import { hitKinds } from "./hit-kinds";

const SearchResults = browserOnly(loadEarly(() => import("./search-results")));

const debounceMs = 250;

/** Searches everything that agents were asked, wrote and ran. The search is kept in the URL. */
export function SearchScreen() {
  const url = useUrlState();
  const [q, kind] = [url.get("q"), url.get("in")];
  const whole = kind === "" ? q : `${q.trimEnd()} in:${kind}`;
  const setSearch = (text: string) => url.set({ q: text }, { afterMs: debounceMs });
  return (
    <div>
      <PageHeader title="Search" />
      <search className="space-y-1 border-b px-4 py-2">
        <div className="flex flex-wrap gap-2">
          <SearchField value={q} onValue={setSearch} />
          <Select
            aria-label="Search in"
            value={kind}
            onChange={({ target }) => url.set({ in: target.value })}
            className="w-auto"
          >
            <option value="">Everything</option>
            <Options values={searchKinds} label={(each) => hitKinds[each].plural} />
          </Select>
        </div>
        <p className="text-muted-foreground text-xs">
          Use “quotes” for phrases, - to exclude, and repo:, owner:, status:, model: or label: to filter by agent.
        </p>
      </search>
      <SearchResults q={whole} typed={q} onSearch={(text) => url.set({ q: text }, { push: true })} />
    </div>
  );
}

function SearchField({ value, onValue }: { value: string; onValue: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
  // Text typed before hydration is kept.
  const onHydrated = useEffectEvent(() => {
    const typed = input.current?.value ?? "";
    if (typed !== value) onValue(typed);
    if (typed === "") input.current?.focus();
  });
  useEffect(() => onHydrated(), []);
  return (
    <Input
      ref={input}
      type="search"
      aria-label="Search"
      placeholder="Search prompts, transcripts, output, pull requests…"
      maxLength={maxQueryLength}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      className="min-w-0 flex-1 basis-60"
    />
  );
}
