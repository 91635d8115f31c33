"use client";

import { useSearchParams } from "next/navigation";

/** Values kept in the address, so that they survive a reload and can be shared; an empty one is left out. */
export function useAddress(): { read: (name: string) => string; write: (name: string, value: string) => void } {
  const parameters = useSearchParams();
  return {
    read: (name) => parameters.get(name) ?? "",
    write(name, value) {
      const url = new URL(window.location.href);
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
      window.history.replaceState(null, "", url);
    },
  };
}
