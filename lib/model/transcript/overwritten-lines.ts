const esc = "\u001b";
const changesLine = new RegExp(`\\r|${esc}\\[[0-9;]*K`);
const colors = new RegExp(`${esc}\\[([0-9;]*)m`, "g");
const token = new RegExp(`${esc}\\[([0-9;]*)([mK])|\\r|[^]`, "gu");
const startsWithReset = /^0*(?:;|$)/;
/** Programs that never reset their colors could otherwise repeat them without end. */
const maxCodes = 16;

/** The codes in effect after another one. */
function styleAfter(style: string, parameters: string, code: string): string {
  if (startsWithReset.test(parameters)) return /[1-9]/.test(parameters) ? code : "";
  return style.split(esc).length > maxCodes ? code : style + code;
}

/** The codes that change one style to another. */
function change(from: string, to: string): string {
  return to.startsWith(from) ? to.slice(from.length) : `${esc}[0m${to}`;
}

/** A line as a terminal shows it, and the style after it. */
function overwritten(line: string, before: string): { shown: string; style: string } {
  // With holes where nothing was written.
  let cells: { text: string; style: string }[] = [];
  let column = 0;
  let style = before;
  for (const [text, parameters = "", end] of line.matchAll(token)) {
    if (end === "m") style = styleAfter(style, parameters, text);
    else if (end === "K" && parameters === "2") cells = [];
    else if (end === "K") cells.length = Math.min(cells.length, column);
    else if (text === "\r") column = 0;
    else {
      cells[column] = { text, style };
      column += 1;
    }
  }
  let shown = "";
  let current = before;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? { text: " ", style: "" };
    shown += change(current, cell.style) + cell.text;
    current = cell.style;
  }
  return { shown: shown + change(current, style), style };
}

/**
 * Text as a terminal shows it: a carriage return moves to the first column, where what follows overwrites, and
 * `ESC [ K` and `ESC [ 2 K` erase. Other control sequences than colors must have been removed.
 */
export function overwrittenLines(text: string): string {
  let style = "";
  return text
    .split("\n")
    .map((line) => {
      if (!changesLine.test(line)) {
        for (const [code, parameters = ""] of line.matchAll(colors)) style = styleAfter(style, parameters, code);
        return line;
      }
      const next = overwritten(line, style);
      style = next.style;
      return next.shown;
    })
    .join("\n");
}
