"use client";

import { useCallback, useSyncExternalStore } from "react";
import type { Subject } from "@/lib/model/live/protocol";
import { type LiveLabel, stateLabel } from "./live-labels";
import { tabConnection } from "./tab-connection";

const tickMs = 1_000;

function subscribe(onChange: () => void): () => void {
  const stop = tabConnection().onStateChange(onChange);
  // Silence changes the label without an event, so it is polled.
  const timer = setInterval(onChange, tickMs);
  return () => {
    stop();
    clearInterval(timer);
  };
}

/** The words depend on few things, so equal ones must be the same object for `useSyncExternalStore`. */
const remembered = new Map<string, LiveLabel>();

function snapshot(subject: Subject): LiveLabel {
  const connection = tabConnection();
  const words = stateLabel(connection.stateOf(subject), connection.silentFor());
  const key = `${words.tone} ${words.words} ${words.detail ?? ""}`;
  const known = remembered.get(key);
  if (known) return known;
  if (remembered.size > 200) remembered.clear();
  remembered.set(key, words);
  return words;
}

const beforeHydration: LiveLabel = { tone: "waiting", words: "connecting" };

/** The state of a subject's stream, as a label. */
export function useLiveLabel(subject: Subject): LiveLabel {
  const read = useCallback(() => snapshot(subject), [subject]);
  return useSyncExternalStore(subscribe, read, () => beforeHydration);
}
