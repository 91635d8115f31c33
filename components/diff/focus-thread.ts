import { type DiffPlace, placeKey } from "@/lib/model/diff/diff-position";

/** For how many frames a place that was just scrolled to may take to be drawn. */
const patience = 60;

/** Puts the focus into what is said at a place, as soon as that is drawn. */
export function focusTalk(place: DiffPlace, frames = patience): void {
  const talk = document.querySelector(`[data-talk="${CSS.escape(placeKey(place))}"]`);
  const target = talk?.querySelector<HTMLElement>("summary, textarea, button");
  target?.focus();
  if ((!target || document.activeElement !== target) && frames > 0) {
    requestAnimationFrame(() => focusTalk(place, frames - 1));
  }
}
