"use client";

import { useMemo, useSyncExternalStore } from "react";

const changed = "slipway:local-store";
const keyOf = (name: string) => `slipway.${name}`;

/** How a value is stored as text. The empty text stands for the empty value, which takes no entry. */
export interface Codec<Value> {
  /** Text that can't be read gives the empty value. */
  parse: (text: string) => Value;
  format: (value: Value) => string;
}

export const plainText: Codec<string> = { parse: (text) => text, format: (value) => value };

/**
 * Stores a value as JSON. `read` returns `undefined` for JSON that is not such a value, as a schema's
 * `safeParse(value).data` does; `empty` is the value then, and where nothing is stored.
 */
export function jsonCodec<Value>(read: (json: unknown) => Value | undefined, empty: Value): Codec<Value> {
  const emptyText = JSON.stringify(empty);
  return {
    parse: (text) => {
      if (text === "") return empty;
      try {
        return read(JSON.parse(text)) ?? empty;
      } catch {
        return empty;
      }
    },
    format: (value) => {
      const text = JSON.stringify(value);
      return text === emptyText ? "" : text;
    },
  };
}

/** A codec for arrays, whose unreadable items are left out. */
export const arrayCodec = <Item>(isItem: (json: unknown) => json is Item): Codec<readonly Item[]> =>
  jsonCodec<readonly Item[]>((json) => (Array.isArray(json) ? json.filter(isItem) : undefined), []);

export interface LocalStore<Value> {
  /** Its key in `localStorage`, as `storage` events name it. */
  key: string;
  read: () => Value;
  /** Returns false when the browser has no room for the value: what was stored before stays. */
  write: (value: Value) => boolean;
  /** Removes a value that was sent; one that was changed since stays. */
  forget: (sent: Value) => void;
}

/** A value kept in this browser under `slipway.<name>`. */
export function localStore<Value>(name: string, { parse, format }: Codec<Value>): LocalStore<Value> {
  const key = keyOf(name);
  const write = (text: string) => {
    try {
      if (text === "") localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      return false;
    }
    window.dispatchEvent(new Event(changed));
    return true;
  };
  return {
    key,
    read: () => parse(localStorage.getItem(key) ?? ""),
    write: (value) => write(format(value)),
    forget: (sent) => {
      if (localStorage.getItem(key) === format(sent)) write("");
    },
  };
}

/** Names of stored values that begin with `prefix`. */
export function localNames(prefix: string): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(keyOf(prefix)))
    .map((key) => key.slice(keyOf("").length));
}

/** Calls back when any value changes, in this tab or another. */
export function onLocalChange(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}

/** A value kept in this browser, the same in each of its tabs. The codec must not change between renders. */
export function useLocalStore<Value>(name: string, codec: Codec<Value>): LocalStore<Value> & { value: Value } {
  const text = useSyncExternalStore(
    onLocalChange,
    () => localStorage.getItem(keyOf(name)) ?? "",
    () => "",
  );
  const value = useMemo(() => codec.parse(text), [codec, text]);
  const store = useMemo(() => localStore(name, codec), [name, codec]);
  return { ...store, value };
}
