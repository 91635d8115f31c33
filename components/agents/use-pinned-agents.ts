"use client";

import { useCallback, useMemo } from "react";
import { arrayCodec } from "@/components/ui/json-codec";
import { useLocalStore } from "@/components/ui/use-local-store";

const maxPinned = 50;
const ids = arrayCodec((json): json is string => typeof json === "string");

/** The agents this user pinned in this browser. */
export function usePinnedAgents() {
  const { value, read, write } = useLocalStore("agents.pinned", ids);
  const pinned = useMemo(() => new Set(value), [value]);
  const toggle = useCallback(
    (id: string) => {
      const before = read();
      write(before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-maxPinned));
    },
    [read, write],
  );
  return { pinned, toggle };
}
