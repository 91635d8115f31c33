"use client";

import { useSearchParams } from "next/navigation";
import { useMemo, useSyncExternalStore } from "react";
import { isTyping } from "./shortcuts";

interface SetOptions {
  /** Updates the URL only after this long without another change. `get` returns the new value at once. */
  afterMs?: number;
  /** Adds a history entry, so that the back button returns to the previous values. */
  push?: boolean;
  /**
   * Replaces the hash in the same step: the router would restore the old one if it were set after the parameters. Has no
   * effect with `afterMs`.
   */
  hash?: string;
}

interface UrlState {
  /** The value of a search parameter; empty where the URL has none. */
  get: (name: string) => string;
  /** Changes search parameters, by default without a history entry. An empty value removes the parameter. */
  set: (values: Readonly<Record<string, string>>, options?: SetOptions) => void;
  /** A link to this page with other search parameters. */
  link: (values: Readonly<Record<string, string>>) => `?${string}`;
}

const changed = "slipway:url-state";

/** The last set value, because `useSearchParams` lags behind `history.replaceState`. */
let latest: { pathname: string; search: string } | undefined;
/** Set while `latest` isn't in the URL yet. */
let pending: AbortController | undefined;

/** The last set search string, unless the browser has navigated since. */
function latestSearch(): string | undefined {
  if (latest?.pathname !== window.location.pathname) return undefined;
  return pending || latest.search === window.location.search ? latest.search : undefined;
}

function cancelUpdate(): void {
  pending?.abort();
  pending = undefined;
}

function updateUrl(): void {
  const search = latestSearch();
  cancelUpdate();
  if (search === undefined) return;
  const url = new URL(window.location.href);
  url.search = search;
  window.history.replaceState(null, "", url);
}

function updateLater(afterMs: number): void {
  pending = new AbortController();
  const { signal } = pending;
  const timer = setTimeout(updateUrl, afterMs);
  signal.addEventListener("abort", () => clearTimeout(timer));
  // A link or shortcut starts a navigation, which a later `replaceState` would undo: the URL is updated before it.
  const listen = { capture: true, signal };
  window.addEventListener("click", updateUrl, listen);
  window.addEventListener("keydown", (event) => isTyping(event) || updateUrl(), listen);
  window.addEventListener("popstate", cancelUpdate, listen);
}

function change(parameters: URLSearchParams, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value) parameters.set(name, value);
    else parameters.delete(name);
  }
}

function set(values: Readonly<Record<string, string>>, { afterMs, push = false, hash }: SetOptions = {}): void {
  const url = new URL(window.location.href);
  url.search = latestSearch() ?? url.search;
  change(url.searchParams, values);
  if (hash !== undefined) url.hash = hash;
  cancelUpdate();
  latest = { pathname: url.pathname, search: url.search };
  if (push) window.history.pushState(null, "", url);
  else if (afterMs === undefined) window.history.replaceState(null, "", url);
  else updateLater(afterMs);
  window.dispatchEvent(new Event(changed));
  if (hash !== undefined) window.dispatchEvent(new HashChangeEvent("hashchange"));
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController();
  window.addEventListener(changed, listener, stop);
  window.addEventListener("popstate", listener, stop);
  return () => stop.abort();
}

/** State kept in the URL's search parameters, so that it survives a reload and can be shared. */
export function useUrlState(): UrlState {
  const routed = useSearchParams();
  const search = useSyncExternalStore(subscribe, latestSearch, () => undefined);
  const values = useMemo(() => (search === undefined ? routed : new URLSearchParams(search)), [search, routed]);
  return {
    get: (name) => values.get(name) ?? "",
    set,
    link(changes) {
      const parameters = new URLSearchParams(values);
      change(parameters, changes);
      return `?${parameters}`;
    },
  };
}
