"use client";

import { useEffect, useRef, useState } from "react";
import { useUrlState } from "@/components/ui/use-url-state";
import { type Draft, draftOf, queryOf } from "@/lib/model/agent-query/draft";
import { formatQuery, parseQuery } from "@/lib/model/agent-query/query";
import { rememberListQuery } from "./last-list";

const updateUrlAfterMs = 150;

const draftFrom = (text: string) => draftOf(parseQuery(text));

/** The agent list's filter as it is typed. The URL updates after a delay, and navigation updates the filter. */
export function useAgentQuery() {
  const url = useUrlState();
  const query = url.get("q");
  const [draft, setDraft] = useState<Draft>(() => draftFrom(query));
  const typed = useRef(query);

  useEffect(() => rememberListQuery(query), [query]);
  useEffect(() => {
    if (query === typed.current) return;
    typed.current = query;
    setDraft(draftFrom(query));
  }, [query]);

  const change = (next: Draft) => {
    setDraft(next);
    typed.current = formatQuery(queryOf(next));
    url.set({ q: typed.current }, { afterMs: updateUrlAfterMs });
  };

  return { draft, change };
}
