import { type DiffPlace, placeKey } from "@/lib/model/diff/diff-position";

/** Frames to wait for a thread that was just scrolled to. */
const mostFrames = 60;

/** Moves the focus into the threads at a position as soon as they are drawn. */
export function focusThread(place: DiffPlace, frames = mostFrames): void {
  const thread = document.querySelector(`[data-talk="${CSS.escape(placeKey(place))}"]`);
  const target = thread?.querySelector<HTMLElement>("summary, textarea, button");
  target?.focus();
  if ((!target || document.activeElement !== target) && frames > 0) {
    requestAnimationFrame(() => focusThread(place, frames - 1));
  }
}
