/** The style of line numbers inside the diff's shadow root. */
export const lineNumbersCss = `
  [data-unified] [data-column-number]::before { content: attr(data-before); display: inline-block; box-sizing: content-box; min-width: var(--before-width); padding-right: 1.5ch; text-align: right; }
  [data-unified] [data-column-number][data-line-type="change-deletion"] [data-line-number-content] { visibility: hidden; }
`;

/**
 * Shows both numbers of a line in a unified diff, the one before the change first. The diff library shows a single one: of a removed
 * line, that before the change, otherwise that after it.
 */
export function numberLines(container: HTMLElement): void {
  const root = container.shadowRoot ?? container;
  for (const code of root.querySelectorAll<HTMLElement>("[data-unified]")) {
    const before = new Map<string | undefined, string | undefined>();
    for (const { dataset } of code.querySelectorAll<HTMLElement>("[data-line][data-alt-line]")) {
      before.set(dataset.lineIndex, dataset.altLine);
    }
    let width = 0;
    for (const { dataset } of code.querySelectorAll<HTMLElement>("[data-column-number]")) {
      const isRemoved = dataset.lineType === "change-deletion";
      const number = (isRemoved ? dataset.columnNumber : before.get(dataset.lineIndex)) ?? "";
      dataset.before = number;
      width = Math.max(width, number.length);
    }
    code.style.setProperty("--before-width", `${width}ch`);
  }
}
