"use client";

import { useEffect, useEffectEvent } from "react";

/** Calls the handler for every key press on the page, before the elements on the page with `capture`. */
export function useWindowKey(handler: (event: KeyboardEvent) => void, { capture = false } = {}): void {
  const onKey = useEffectEvent(handler);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen, { capture });
    return () => window.removeEventListener("keydown", listen, { capture });
  }, [capture]);
}
