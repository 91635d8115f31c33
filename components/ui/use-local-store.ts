"use client";

import { useMemo, useSyncExternalStore } from "react";
import { type Codec, type LocalStore, localStore, onLocalChange } from "./local-store";

export const plainText: Codec<string> = { parse: (text) => text, format: (value) => value };

/** A value in local storage, synchronized between tabs. The codec must be stable between renders. */
export function useLocalStore<Value>(name: string, codec: Codec<Value>): LocalStore<Value> & { value: Value } {
  const store = useMemo(() => localStore(name, codec), [name, codec]);
  const text = useSyncExternalStore(
    onLocalChange,
    () => localStorage.getItem(store.key) ?? "",
    () => "",
  );
  const value = useMemo(() => codec.parse(text), [codec, text]);
  return { ...store, value };
}
