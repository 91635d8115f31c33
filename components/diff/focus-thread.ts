import { type DiffPosition, positionKey } from "@/lib/model/diff/diff-position";

/** Number of frames to wait for a thread to be rendered after scrolling; several seconds, because frames can be slow. */
const maxFrames = 300;

const controls = { any: "summary, textarea, button", form: "textarea" } as const;

/**
 * Focuses the threads at a position, or the comment form there, once they are rendered. Scrolls to them. Gives up if the focus
 * moves elsewhere meanwhile.
 */
export function focusThread(position: DiffPosition, control: keyof typeof controls = "any"): void {
  const before = document.activeElement;
  const attempt = (frames: number) => {
    const thread = document.querySelector(`[data-thread="${CSS.escape(positionKey(position))}"]`);
    const target = thread?.querySelector<HTMLElement>(controls[control]);
    const focused = document.activeElement;
    // An element that was removed leaves the focus to the body.
    if (focused !== before && focused !== document.body && focused !== target) return;
    target?.focus();
    if ((!target || document.activeElement !== target) && frames > 0) requestAnimationFrame(() => attempt(frames - 1));
  };
  attempt(maxFrames);
}
