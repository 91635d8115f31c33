"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { currentBypassPrompt, onBypassPrompt } from "@/lib/client/bypass-prompt";
import { retryImport } from "@/lib/client/retry-import";

const BypassDialog = lazy(() => retryImport(() => import("./bypass-dialog")));

/** Offers to bypass the rules that rejected a write, if the user can. */
export function BypassPrompt() {
  const prompt = useSyncExternalStore(onBypassPrompt, currentBypassPrompt, () => undefined);
  if (!prompt) return null;
  return (
    <Suspense fallback={null}>
      <BypassDialog {...prompt} />
    </Suspense>
  );
}
