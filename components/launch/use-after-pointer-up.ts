import { useCallback, useEffect, useRef } from "react";

/**
 * Returns a function that runs a callback right away, or after the pointer is released if it is down. Pressing a button
 * blurs the focused control before the click; if the layout moved in between, the click would miss the button.
 */
export function useAfterPointerUp(): (callback: () => void) => void {
  const pressed = useRef(false);
  const pending = useRef<(() => void)[]>([]);

  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const release = () => {
      pressed.current = false;
      const callbacks = pending.current.splice(0);
      // The click event fires in the same task.
      if (callbacks.length > 0) setTimeout(() => callbacks.forEach((callback) => void callback()));
    };
    window.addEventListener("pointerdown", () => (pressed.current = true), options);
    window.addEventListener("pointerup", release, options);
    window.addEventListener("pointercancel", release, options);
    return () => stop.abort();
  }, []);

  return useCallback((callback) => {
    if (pressed.current) pending.current.push(callback);
    else callback();
  }, []);
}
