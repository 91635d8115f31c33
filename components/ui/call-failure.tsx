"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { patiently } from "@/lib/patiently";
import { CallError } from "@/lib/queries/call-error";
import { Button } from "./button";
import { ErrorNotice } from "./error-notice";

/** Comes when there are none left: no screen needs it to be read. */
const PointsReset = lazy(() => patiently(() => import("./points-reset")));

interface CallFailureProps {
  error: Error;
  onRetry?: () => void;
  /** What was not changed, or what is shown instead. */
  children: ReactNode;
}

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
          <Suspense fallback={again}>
            <PointsReset key={exhausted.retryAt} at={exhausted.retryAt} onRetry={onRetry} />
          </Suspense>
        )
      }
    >
      {children}
    </ErrorNotice>
  );
}
