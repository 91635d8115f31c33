"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { isTyping } from "@/components/ui/shortcuts";
import { type Draft, draftOf, queryOf } from "@/lib/model/agent-query/draft";
import { formatQuery, parseQuery } from "@/lib/model/agent-query/query";

const writeAfterMs = 150;

/** Puts the query into the address, so that it survives a reload and can be shared. */
function writeAddress(query: string): void {
  const url = new URL(window.location.href);
  if (query) url.searchParams.set("q", query);
  else url.searchParams.delete("q");
  window.history.replaceState(null, "", url);
}

const readAddress = () => new URLSearchParams(window.location.search).get("q") ?? "";

const readDraft = (text: string) => draftOf(parseQuery(text));

/** The query of the list: what is written at once, in the address a moment later, and from there after any navigation. */
export function useAgentQuery() {
  const address = useSearchParams().get("q") ?? "";
  const [draft, setDraft] = useState<Draft>(() => readDraft(address));
  const known = useRef(address);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unwritten = useRef<string>(undefined);

  const write = useCallback(() => {
    clearTimeout(timer.current);
    if (unwritten.current === undefined) return;
    known.current = unwritten.current;
    unwritten.current = undefined;
    writeAddress(known.current);
  }, []);

  useEffect(() => {
    // The router tells of what was written a while later; what it tells late was overtaken by what stands there now.
    if (address === known.current || address !== readAddress()) return;
    known.current = address;
    clearTimeout(timer.current);
    unwritten.current = undefined;
    setDraft(readDraft(address));
  }, [address]);

  useEffect(() => {
    // Written while the router is on its way elsewhere, the address would call it back: whoever leaves finds it written.
    const onKey = (event: KeyboardEvent) => (isTyping(event) ? undefined : write());
    window.addEventListener("click", write, { capture: true });
    window.addEventListener("keydown", onKey, { capture: true });
    return () => {
      window.removeEventListener("click", write, { capture: true });
      window.removeEventListener("keydown", onKey, { capture: true });
      clearTimeout(timer.current);
    };
  }, [write]);

  const change = useCallback(
    (next: Draft) => {
      setDraft(next);
      unwritten.current = formatQuery(queryOf(next));
      clearTimeout(timer.current);
      timer.current = setTimeout(write, writeAfterMs);
    },
    [write],
  );

  return { draft, change };
}
