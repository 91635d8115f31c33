const changed = "slipway:local-store";
const keyOf = (name: string) => `slipway.${name}`;

/** How a value is stored as text. The empty text stands for the empty value, which takes no entry. */
export interface Codec<Value> {
  /** Text that can't be read gives the empty value. */
  parse: (text: string) => Value;
  format: (value: Value) => string;
}

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
