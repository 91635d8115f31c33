import type { Hunk } from "@/lib/model/diff/patch";
import { showHiddenCharacters } from "@/lib/model/hidden-characters";

/** The style of titles inside the diff's shadow root. */
export const hunkTitlesCss = `
  [data-hunk-title] { flex: 1 1 0; min-width: 0; overflow: hidden; padding-inline-start: 2ch; font-family: var(--diffs-font-family); text-overflow: ellipsis; white-space: pre; }
`;

const contextLines = 3;

/** Whether the last hunk reaches the end of the file: it has fewer unchanged lines after its last change than others. */
function reachesEnd(hunk: Hunk | undefined): boolean {
  const lastChange = hunk?.lines.findLastIndex(({ kind }) => kind !== "same") ?? -1;
  return hunk !== undefined && hunk.lines.length - 1 - lastChange < contextLines;
}

function showTitle(content: Element, title: string): void {
  const shown = content.querySelector("[data-hunk-title]");
  if (title === "") shown?.remove();
  else if (shown) shown.textContent = title;
  else {
    const element = document.createElement("span");
    element.dataset.hunkTitle = "";
    element.textContent = title;
    content.append(element);
  }
}

/**
 * Shows what each hunk is in, such as its function, next to the unchanged lines before it, and says where the file ends.
 */
export function labelHunks(container: HTMLElement, hunks: readonly Hunk[]): void {
  const root = container.shadowRoot ?? container;
  for (const content of root.querySelectorAll("[data-expand-index] [data-separator-content]")) {
    // The index of the hunk below.
    const index = Number(content.closest("[data-expand-index]")?.getAttribute("data-expand-index"));
    showTitle(content, showHiddenCharacters((hunks[index]?.title ?? "").trim()));
    const lines = content.querySelector("[data-unmodified-lines]");
    // The diff library shows how many lines there are, or a sentence if it doesn't know.
    if (!lines || /^\d/.test(lines.textContent ?? "")) continue;
    lines.textContent =
      index === hunks.length && reachesEnd(hunks.at(-1)) ? "End of file" : "More lines, if there are any";
  }
}
