import { type RefObject, useLayoutEffect, useRef } from "react";

/** A field that is shown again after a longer time has scrolled into view. */
const replacedWithinMs = 2_000;

let lost: { key: string; selection: [number, number]; at: number } | undefined;

const wasReplaced = (key: string): boolean => lost?.key === key && performance.now() - lost.at < replacedWithinMs;

/** Whether the field with that key is being replaced, or just was, while the user is typing in it. */
export const isReplaced = (key: string): boolean =>
  wasReplaced(key) ||
  // Pages are also rendered on the server.
  (typeof document !== "undefined" &&
    document.activeElement instanceof HTMLElement &&
    document.activeElement.dataset.field === key);

/**
 * Keeps the focus and the selection of a field when the diff replaces it, as it does for new comments in its file. `key`
 * identifies the field, as its `data-field`. `release` is called before it is closed.
 */
export function useKeptFocus(key: string): { field: RefObject<HTMLTextAreaElement | null>; release: () => void } {
  const field = useRef<HTMLTextAreaElement>(null);
  const isClosing = useRef(false);
  useLayoutEffect(() => {
    const element = field.current;
    if (element && lost && wasReplaced(key)) {
      element.focus({ preventScroll: true });
      element.setSelectionRange(...lost.selection);
    }
    lost = undefined;
    return () => {
      // Another one if the preview was shown meanwhile.
      const last = field.current;
      if (!last || isClosing.current || document.activeElement !== last) return;
      lost = { key, selection: [last.selectionStart, last.selectionEnd], at: performance.now() };
    };
  }, [key]);
  return {
    field,
    release: () => {
      isClosing.current = true;
    },
  };
}
