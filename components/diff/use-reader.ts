import { useEffect, useRef, useState } from "react";
import { type DiffRange, formatRange } from "@/lib/model/diff/diff-position";

/**
 * Where the reader is. What is kept elsewhere, as in the address, comes back later, and keys are pressed faster than that:
 * here a move counts at once, and its echo changes nothing.
 */
export function useReader(kept: DiffRange | undefined, keep: (range: DiffRange | undefined) => void) {
  const [range, setRange] = useState(kept);
  const written = useRef<string[]>([]);
  const text = kept ? formatRange(kept) : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the place, which is new each time
  useEffect(() => {
    const own = written.current.lastIndexOf(text);
    if (own >= 0) written.current.splice(0, own + 1);
    else setRange(kept);
  }, [text]);
  const move = (next: DiffRange | undefined) => {
    written.current.push(next ? formatRange(next) : "");
    setRange(next);
    keep(next);
  };
  return [range, move] as const;
}
