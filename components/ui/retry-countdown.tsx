"use client";

import { useEffect, useEffectEvent } from "react";
import { useNow } from "./use-now";

/** A browser fires later ones at once. */
const longestTimer = 2 ** 31 - 1;

/** Counts down to the moment from which the service takes calls again, and tries again then. */
export default function RetryCountdown({ at, onRetry }: { at: number; onRetry: (() => void) | undefined }) {
  const seconds = Math.max(0, Math.ceil((at - useNow()) / 1_000));
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    const timer = setTimeout(() => retry(), Math.min(Math.max(0, at - Date.now()), longestTimer));
    return () => clearTimeout(timer);
  }, [at]);
  return (
    <p className="text-foreground tabular-nums">
      {seconds > 0 ? (
        <>
          Calls are taken again in <time dateTime={new Date(at).toISOString()}>{seconds} s</time>
          {onRetry ? "; it is tried again then." : "."}
        </>
      ) : (
        "Calls are taken again."
      )}
    </p>
  );
}
