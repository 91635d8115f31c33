"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { CallError } from "@/lib/client/call-error";
import { retryImport } from "@/lib/client/retry-import";
import { Button } from "./button";
import { ErrorNotice } from "./error-notice";

/** Comes when there were too many calls: no screen needs it to be read. */
const RetryCountdown = lazy(() => retryImport(() => import("./retry-countdown")));

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
      title={error.message}
      requestId={error instanceof CallError ? error.requestId : undefined}
      action={
        exhausted?.retryAt === undefined ? (
          again
        ) : (
          <Suspense fallback={again}>
            <RetryCountdown key={exhausted.retryAt} at={exhausted.retryAt} onRetry={onRetry} />
          </Suspense>
        )
      }
    >
      {children}
    </ErrorNotice>
  );
}
