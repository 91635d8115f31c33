"use client";

import { useEffect, useRef, useState } from "react";
import { useUrlState } from "@/components/ui/use-url-state";
import { type Draft, toDraft, toQuery } from "@/lib/model/agent-query/draft";
import { formatQuery, parseQuery } from "@/lib/model/agent-query/query";
import { rememberList } from "./last-list";

const updateUrlAfterMs = 150;
/** The search parameters of the list. */
const listNames = ["q", "tab", "sort", "group"];

const draftFrom = (text: string) => toDraft(parseQuery(text));

/** The agent list's filter as it is typed. The URL updates after a delay, and navigation updates the filter. */
export function useAgentQuery() {
  const url = useUrlState();
  const query = url.get("q");
  const [draft, setDraft] = useState<Draft>(() => draftFrom(query));
  const typed = useRef(query);

  const list = listNames.flatMap((name) => (url.get(name) === "" ? [] : [[name, url.get(name)]]));
  const search = new URLSearchParams(list).toString();
  useEffect(() => rememberList(search), [search]);
  useEffect(() => {
    if (query === typed.current) return;
    typed.current = query;
    setDraft(draftFrom(query));
  }, [query]);

  const change = (next: Draft) => {
    setDraft(next);
    typed.current = formatQuery(toQuery(next));
    url.set({ q: typed.current }, { afterMs: updateUrlAfterMs });
  };

  return { draft, change };
}
