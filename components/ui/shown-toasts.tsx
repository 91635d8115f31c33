"use client";

import { type FocusEvent, type MouseEvent, useEffect, useRef } from "react";
import { type ExternalToast, Toaster, toast } from "sonner";
import { connectToaster } from "./toast";

/** Long enough to read the toast and press its button. */
const actionToastMs = 10_000;

/** Calls back when a toast with the focus goes away. */
function withReturn(options: ExternalToast | undefined, onGone: () => void): ExternalToast {
  const { action } = options ?? {};
  const pressed =
    typeof action === "object" && action !== null && "onClick" in action
      ? {
          ...action,
          onClick: (event: MouseEvent<HTMLButtonElement>) => {
            onGone();
            action.onClick(event);
          },
        }
      : action;
  return {
    ...(action ? { duration: actionToastMs } : {}),
    ...options,
    ...(pressed ? { action: pressed } : {}),
    onDismiss: onGone,
    onAutoClose: onGone,
  };
}

/** The toaster returns the focus whenever it leaves, which would hold users who tab through a toast, so that is done here. */
export default function ShownToasts({ theme }: { theme: "light" | "dark" }) {
  const region = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement>(undefined);
  // Runs after the toaster's own effect, once it listens.
  useEffect(() => {
    const returnFocus = () => {
      if (region.current?.contains(document.activeElement)) before.current?.focus({ preventScroll: true });
    };
    return connectToaster((kind, text, options) => toast[kind](text, withReturn(options, returnFocus)));
  }, []);
  const enter = (event: FocusEvent) => {
    event.stopPropagation();
    const { currentTarget, relatedTarget } = event;
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  return (
    <div ref={region} onFocusCapture={enter} onBlurCapture={(event) => event.stopPropagation()}>
      <Toaster theme={theme} position="bottom-right" style={{ fontFamily: "inherit" }} />
    </div>
  );
}
