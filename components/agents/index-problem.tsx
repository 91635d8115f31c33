"use client";

import { lazy, Suspense, useEffect } from "react";
import { retryImport } from "@/lib/client/retry-import";
import type { IndexProgress } from "@/lib/contract/dashboard/agent-row";

const loadNotice = () => import("./index-notice");
const IndexNotice = lazy(() => retryImport(loadNotice));

interface IndexProblemProps {
  progress: IndexProgress | undefined;
  error: Error | null;
  onRetry: () => void;
  className?: string;
}

/** Explains why the agents may be out of date; renders nothing otherwise. */
export function IndexProblem({ className, ...props }: IndexProblemProps) {
  // Preload: it may be needed while the dashboard is unreachable.
  useEffect(() => void loadNotice().catch(() => undefined), []);
  if (props.error === null && props.progress?.lastError === undefined) return null;
  return (
    <Suspense fallback={null}>
      <div className={className}>
        <IndexNotice {...props} />
      </div>
    </Suspense>
  );
}
