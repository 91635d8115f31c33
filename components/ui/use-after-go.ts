import { useRef } from "react";
import { sequenceMs } from "./shortcuts";

/** Returns a function that takes every key press, and returns whether it is the second key of a sequence like `g a`. */
export function useAfterGo(): (event: KeyboardEvent) => boolean {
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);
  return ({ key, timeStamp }) => {
    const isSecond = timeStamp - goPressedAt.current < sequenceMs;
    goPressedAt.current = key === "g" && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY;
    return isSecond;
  };
}
