"use client";

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";

/** Which rows are open. Kept outside the rows because virtual rows unmount when they scroll out of view. */
export class RowsOpen {
  readonly #openByKey = new Map<string, boolean>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read(key: string): boolean | undefined {
    return this.#openByKey.get(key);
  }

  set(key: string, open: boolean): void {
    this.#openByKey.set(key, open);
    for (const listener of this.#listeners) listener();
  }

  /** Opens a row and everything folded in it, so that text found in it is visible. */
  reveal(key: string): void {
    this.open([key, `${key} all`, `${key} stdout all`, `${key} stderr all`]);
  }

  open(keys: readonly string[]): void {
    for (const key of keys) this.#openByKey.set(key, true);
    for (const listener of this.#listeners) listener();
  }
}

const RowOpenState = createContext(new RowsOpen());

export function RowOpenStateProvider({ rows, children }: { rows?: RowsOpen; children: ReactNode }) {
  const [own] = useState(() => rows ?? new RowsOpen());
  return <RowOpenState value={rows ?? own}>{children}</RowOpenState>;
}

export function useRowOpenState(
  key: string,
  fallback: boolean,
): readonly [open: boolean, setOpen: (open: boolean) => void] {
  const rows = useContext(RowOpenState);
  const read = () => rows.read(key);
  const chosen = useSyncExternalStore(rows.subscribe, read, read);
  return [chosen ?? fallback, (open) => rows.set(key, open)];
}
