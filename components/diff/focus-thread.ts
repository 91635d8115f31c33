import { type DiffPosition, positionKey } from "@/lib/model/diff/diff-position";

/** Number of frames to wait for a thread to be rendered after scrolling; several seconds, because frames can be slow. */
const maxFrames = 300;

const controls = { any: "summary, textarea, button", form: "textarea" } as const;

/**
 * Focuses the threads at a position, or the comment form there, once they are rendered. Scrolls to them. Gives up if the focus
 * moves elsewhere meanwhile. Text typed before the form is rendered is inserted into it.
 */
export function focusThread(position: DiffPosition, control: keyof typeof controls = "any"): void {
  const sink = control === "form" ? openSink() : undefined;
  const before = document.activeElement;
  const attempt = (frames: number) => {
    const thread = document.querySelector(`[data-thread="${CSS.escape(positionKey(position))}"]`);
    const target = thread?.querySelector<HTMLElement>(controls[control]);
    const focused = document.activeElement;
    // An element that was removed leaves the focus to the body.
    if (focused !== before && focused !== document.body && focused !== target) {
      sink?.remove();
      return;
    }
    target?.focus();
    if (target && document.activeElement === target) {
      if (sink && target instanceof HTMLTextAreaElement) moveText(sink, target);
      sink?.remove();
    } else if (frames > 0) requestAnimationFrame(() => attempt(frames - 1));
    else sink?.remove();
  };
  attempt(maxFrames);
}

/** Takes the focus, so that what is typed before the form is rendered doesn't run shortcuts. */
function openSink(): HTMLTextAreaElement {
  const sink = document.createElement("textarea");
  sink.className = "sr-only";
  sink.setAttribute("aria-label", "Comment");
  document.body.append(sink);
  sink.focus({ preventScroll: true });
  return sink;
}

/** Adds text to a text area as if it was typed. */
function moveText(from: HTMLTextAreaElement, to: HTMLTextAreaElement): void {
  if (from.value === "") return;
  to.setRangeText(from.value, to.value.length, to.value.length, "end");
  to.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
