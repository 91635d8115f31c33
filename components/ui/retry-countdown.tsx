"use client";

import { useEffect, useEffectEvent } from "react";
import { useNow } from "./use-now";

/** Browsers fire longer timeouts immediately. */
const maxTimeoutMs = 2 ** 31 - 1;

/** Counts down to the end of a rate limit and retries then. */
export default function RetryCountdown({ at, onRetry }: { at: number; onRetry: (() => void) | undefined }) {
  const seconds = Math.max(0, Math.ceil((at - useNow()) / 1_000));
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    const timer = setTimeout(() => retry(), Math.min(Math.max(0, at - Date.now()), maxTimeoutMs));
    return () => clearTimeout(timer);
  }, [at]);
  return (
    <p className="text-foreground tabular-nums">
      {seconds > 0 ? (
        <>
          {onRetry ? "Rate limited. Retrying in" : "Rate limit resets in"}{" "}
          <time dateTime={new Date(at).toISOString()}>{seconds} s</time>.
        </>
      ) : (
        "Rate limit reset."
      )}
    </p>
  );
}
