"use client";

import { useSyncExternalStore } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { currentBypassPrompt, onBypassPrompt } from "@/lib/client/bypass-prompt";

const BypassDialog = lazyPart(() => import("./bypass-dialog"));

/** Offers to bypass the rules that rejected a write, if the user can. */
export function BypassPrompt() {
  const prompt = useSyncExternalStore(onBypassPrompt, currentBypassPrompt, () => undefined);
  if (!prompt) return null;
  return <BypassDialog {...prompt} />;
}
