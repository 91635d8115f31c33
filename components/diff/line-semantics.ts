const words: Readonly<Record<string, string>> = {
  "change-addition": "Added line",
  "change-deletion": "Removed line",
  context: "Line",
  "context-expanded": "Line",
};

/**
 * Gives the drawn lines a meaning to those who can't see colours and columns: each line is a group with what it is and its
 * number for a name; the numbers beside it are passed over.
 */
export function describeLines(container: HTMLElement): void {
  const root = container.shadowRoot ?? container;
  for (const number of root.querySelectorAll("[data-column-number]")) number.setAttribute("aria-hidden", "true");
  // Long lines scroll sideways, also without a mouse.
  for (const code of root.querySelectorAll("[data-code]")) code.setAttribute("tabindex", "0");
  for (const line of root.querySelectorAll<HTMLElement>("[data-content] > [data-line]")) {
    const name = `${words[line.dataset.lineType ?? ""] ?? "Line"} ${line.dataset.line}`;
    if (line.getAttribute("aria-label") === name) continue;
    line.setAttribute("role", "group");
    line.setAttribute("aria-roledescription", "line");
    line.setAttribute("aria-label", name);
  }
  for (const button of root.querySelectorAll("[data-expand-button]")) {
    button.setAttribute("role", "button");
    button.setAttribute("aria-label", "Show more lines");
  }
}
