"use client";

import { useCallback, useSyncExternalStore } from "react";
import { LaunchFields } from "./launch-fields";

const key = "slipway.draft.launch";
const empty = LaunchFields.parse({});
const listeners = new Set<() => void>();
let remembered: { text: string | null; fields: LaunchFields } = { text: null, fields: empty };

function read(): LaunchFields {
  const text = localStorage.getItem(key);
  if (text !== remembered.text) {
    let parsed: unknown;
    try {
      parsed = text ? JSON.parse(text) : {};
    } catch {
      parsed = {};
    }
    remembered = { text, fields: LaunchFields.safeParse(parsed).data ?? empty };
  }
  return remembered.fields;
}

function write(fields: LaunchFields | undefined): void {
  if (fields) localStorage.setItem(key, JSON.stringify(fields));
  else localStorage.removeItem(key);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The launch form's fields, kept in this browser until an agent is launched. */
export function useLaunchDraft() {
  const fields = useSyncExternalStore(subscribe, read, () => empty);
  const change = useCallback((changes: Partial<LaunchFields>) => write({ ...read(), ...changes }), []);
  const clear = useCallback(() => write(undefined), []);
  return { fields, change, clear };
}
