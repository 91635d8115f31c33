"use client";

import { useCallback, useSyncExternalStore } from "react";
import type { Subject } from "@/lib/model/live/protocol";
import { type LiveLabel, stateLabel } from "./live-labels";
import { tabConnection } from "./tab-connection";

const tickMs = 1_000;

/** Calls back on each change of the connection's state, and while it is silent. */
export function onConnectionChange(onChange: () => void): () => void {
  const stop = tabConnection().onStateChange(onChange);
  // Silence changes the label without an event, so it is polled.
  const timer = setInterval(onChange, tickMs);
  return () => {
    stop();
    clearInterval(timer);
  };
}

/** Caches labels, because `useSyncExternalStore` requires equal snapshots to be the same object. */
const cache = new Map<string, LiveLabel>();

function snapshot(subject: Subject): LiveLabel {
  const connection = tabConnection();
  const label = stateLabel(connection.stateOf(subject), connection.silentFor());
  const key = `${label.tone} ${label.text} ${label.detail ?? ""}`;
  const known = cache.get(key);
  if (known) return known;
  if (cache.size > 200) cache.clear();
  cache.set(key, label);
  return label;
}

const beforeHydration: LiveLabel = { tone: "waiting", text: "Connecting" };

/** The state of a subject's stream, as a label. */
export function useLiveLabel(subject: Subject): LiveLabel {
  const read = useCallback(() => snapshot(subject), [subject]);
  return useSyncExternalStore(onConnectionChange, read, () => beforeHydration);
}
