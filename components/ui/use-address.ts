"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo, useSyncExternalStore } from "react";

const changed = "slipway:address";

/** What was written last and stands in the address; the router tells of it only a while later. */
let written: { pathname: string; search: string } | undefined;

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("popstate", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("popstate", listener);
  };
}

interface Address {
  read: (name: string) => string;
  write: (name: string, value: string) => void;
  /** Writes several values at once. */
  writeAll: (values: Readonly<Record<string, string>>) => void;
}

/** Values kept in the address, so that they survive a reload and can be shared; an empty one is left out. */
export function useAddress(): Address {
  const told = useSearchParams();
  const pathname = usePathname();
  const own = useSyncExternalStore(
    subscribe,
    () => {
      if (written?.pathname !== pathname || written.search !== window.location.search) return undefined;
      return written.search;
    },
    () => undefined,
  );
  // What was written is read back at once: the next key may come before the router has followed.
  const values = useMemo(() => (own === undefined ? told : new URLSearchParams(own)), [own, told]);
  return {
    read: (name) => values.get(name) ?? "",
    write: (name, value) => writeAll({ [name]: value }),
    writeAll,
  };
}

function writeAll(values: Readonly<Record<string, string>>): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  window.history.replaceState(null, "", url);
  written = { pathname: url.pathname, search: url.search };
  window.dispatchEvent(new Event(changed));
}
