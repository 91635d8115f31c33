"use client";

import { type ReactNode, useEffect, useEffectEvent } from "react";
import { CallError } from "@/lib/queries/call-error";
import { Button } from "./button";
import { ErrorNotice } from "./error-notice";
import { useNow } from "./use-now";

interface CallFailureProps {
  error: Error;
  onRetry?: () => void;
  /** What was not changed, or what is shown instead. */
  children: ReactNode;
}

/** A browser fires later ones at once. */
const longestTimer = 2 ** 31 - 1;

/** A call that failed, with its request id and the way to try again. */
export function CallFailure({ error, onRetry, children }: CallFailureProps) {
  const exhausted = error instanceof CallError && error.status === 429 ? error : undefined;
  const again = onRetry && (
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <ErrorNotice
      title={exhausted ? "The points of this minute are used up." : error.message}
      requestId={error instanceof CallError ? error.requestId : undefined}
      action={
        exhausted?.retryAt === undefined ? (
          again
        ) : (
          <Reset key={exhausted.retryAt} at={exhausted.retryAt} onRetry={onRetry} />
        )
      }
    >
      {children}
    </ErrorNotice>
  );
}

/** Counts down to the moment when there are points again, and tries again then. */
function Reset({ at, onRetry }: { at: number; onRetry: (() => void) | undefined }) {
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
          They are back in <time dateTime={new Date(at).toISOString()}>{seconds} s</time>
          {onRetry ? "; it is tried again then." : "."}
        </>
      ) : (
        "They are back."
      )}
    </p>
  );
}
