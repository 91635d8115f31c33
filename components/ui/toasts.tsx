"use client";

import { useTheme } from "next-themes";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { retryImport } from "@/lib/client/retry-import";
import { hasToasts, onFirstToast } from "./toast";

const ShownToasts = lazy(() => retryImport(() => import("./shown-toasts")));

/** Renders the toaster once there is a toast. */
export function Toasts() {
  const needed = useSyncExternalStore(onFirstToast, hasToasts, () => false);
  const { resolvedTheme } = useTheme();
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <ShownToasts theme={resolvedTheme === "dark" ? "dark" : "light"} />
    </Suspense>
  );
}
