const changed = "slipway:local-store";
const keyOf = (name: string) => `slipway.${name}`;

/** Converts a value to stored text. The empty string represents the empty value, which isn't stored. */
export interface Codec<Value> {
  /** Invalid text returns the empty value. */
  parse: (text: string) => Value;
  format: (value: Value) => string;
}

export interface LocalStore<Value> {
  /** The key in `localStorage` and in `storage` events. */
  key: string;
  read: () => Value;
  /** Returns false if storage is full; the old value stays. */
  write: (value: Value) => boolean;
  /** Removes a value after it was sent, unless it was changed since. */
  forget: (sent: Value) => void;
}

/** A value stored in this browser under `slipway.<name>`. */
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

/** Names of stored values with the prefix. */
export function storedNames(prefix: string): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(keyOf(prefix)))
    .map((key) => key.slice(keyOf("").length));
}

/** Calls back when any value changes, in this tab or another. */
export function onLocalChange(listener: () => void): () => void {
  const stop = new AbortController();
  window.addEventListener(changed, listener, stop);
  window.addEventListener("storage", listener, stop);
  return () => stop.abort();
}
