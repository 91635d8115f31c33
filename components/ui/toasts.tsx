"use client";

import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { hasToasts, onFirstToast } from "./toast";

const ShownToasts = lazyPart(() => import("./shown-toasts"));

/** Renders the toaster once there is a toast. */
export function Toasts() {
  const needed = useSyncExternalStore(onFirstToast, hasToasts, () => false);
  const { resolvedTheme } = useTheme();
  if (!needed) return null;
  return <ShownToasts theme={resolvedTheme === "dark" ? "dark" : "light"} />;
}
