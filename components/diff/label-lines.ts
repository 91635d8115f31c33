const labels: Readonly<Record<string, string>> = {
  "change-addition": "Added line",
  "change-deletion": "Removed line",
  context: "Line",
  "context-expanded": "Line",
};

/**
 * Makes rendered lines accessible: each line becomes a group labeled with its kind and number, and the number column
 * is hidden from screen readers.
 */
export function labelLines(container: HTMLElement): void {
  const root = container.shadowRoot ?? container;
  for (const number of root.querySelectorAll("[data-column-number]")) number.setAttribute("aria-hidden", "true");
  // Makes long lines scrollable with the keyboard.
  for (const code of root.querySelectorAll("[data-code]")) code.setAttribute("tabindex", "0");
  for (const line of root.querySelectorAll<HTMLElement>("[data-content] > [data-line]")) {
    const name = `${labels[line.dataset.lineType ?? ""] ?? "Line"} ${line.dataset.line}`;
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
