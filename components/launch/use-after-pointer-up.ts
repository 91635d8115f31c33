import { useCallback, useEffect, useRef } from "react";

/**
 * Answers what runs an act at once, or when the press under way is over. A press takes the focus away before it becomes
 * a click: were the page to move in between, the button under the pointer would be another one, and nothing clicked.
 */
export function useAfterPointerUp(): (act: () => void) => void {
  const pressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const release = () => {
      pressed.current = false;
      const acts = waiting.current.splice(0);
      // The click comes right after, in the same turn.
      if (acts.length > 0) setTimeout(() => acts.forEach((act) => void act()));
    };
    window.addEventListener("pointerdown", () => (pressed.current = true), options);
    window.addEventListener("pointerup", release, options);
    window.addEventListener("pointercancel", release, options);
    return () => stop.abort();
  }, []);

  return useCallback((act) => {
    if (pressed.current) waiting.current.push(act);
    else act();
  }, []);
}
