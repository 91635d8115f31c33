import { type DiffPosition, positionKey } from "@/lib/model/diff/diff-position";

/** Frames to wait for a thread that was just scrolled to. */
const mostFrames = 60;

/** Moves the focus into the threads at a position as soon as they are drawn. */
export function focusThread(position: DiffPosition, frames = mostFrames): void {
  const thread = document.querySelector(`[data-talk="${CSS.escape(positionKey(position))}"]`);
  const target = thread?.querySelector<HTMLElement>("summary, textarea, button");
  target?.focus();
  if ((!target || document.activeElement !== target) && frames > 0) {
    requestAnimationFrame(() => focusThread(position, frames - 1));
  }
}
