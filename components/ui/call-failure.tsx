import type { ReactNode } from "react";
import { CallError } from "@/lib/queries/call-error";
import { Button } from "./button";
import { ErrorNotice } from "./error-notice";

interface CallFailureProps {
  error: Error;
  onRetry?: () => void;
  /** What was not changed, or what is shown instead. */
  children: ReactNode;
}

/** A call that failed, with its request id and the way to try again. */
export function CallFailure({ error, onRetry, children }: CallFailureProps) {
  return (
    <ErrorNotice
      title={error.message}
      requestId={error instanceof CallError ? error.requestId : undefined}
      action={
        onRetry && (
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {children}
    </ErrorNotice>
  );
}
