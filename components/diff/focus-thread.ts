import { type DiffPosition, positionKey } from "@/lib/model/diff/diff-position";

/** Number of frames to wait for a thread to be rendered after scrolling. */
const maxFrames = 60;

/** Focuses the threads at a position once they are rendered. */
export function focusThread(position: DiffPosition, frames = maxFrames): void {
  const thread = document.querySelector(`[data-thread="${CSS.escape(positionKey(position))}"]`);
  const target = thread?.querySelector<HTMLElement>("summary, textarea, button");
  target?.focus();
  if ((!target || document.activeElement !== target) && frames > 0) {
    requestAnimationFrame(() => focusThread(position, frames - 1));
  }
}
