"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { CallError } from "@/lib/client/call-error";
import { retryImport } from "@/lib/client/retry-import";
import { Button } from "./button";
import { ErrorNotice } from "./error-notice";

/** Loaded only after a rate limit error. */
const RetryCountdown = lazy(() => retryImport(() => import("./retry-countdown")));

interface CallFailureProps {
  error: Error;
  onRetry?: () => void;
  /** What the failure means for the user. */
  children: ReactNode;
}

/** A failed call, with its request id and a retry button. */
export function CallFailure({ error, onRetry, children }: CallFailureProps) {
  // A dialog says so, and the page keeps what it shows.
  if (error instanceof CallError && error.code === "session_ended") return null;
  const exhausted = error instanceof CallError && error.status === 429 ? error : undefined;
  const retryButton = onRetry && (
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
          retryButton
        ) : (
          <Suspense fallback={retryButton}>
            <RetryCountdown key={exhausted.retryAt} at={exhausted.retryAt} onRetry={onRetry} />
          </Suspense>
        )
      }
    >
      {children}
    </ErrorNotice>
  );
}
