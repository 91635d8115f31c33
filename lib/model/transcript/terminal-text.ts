const esc = "\u001b";
const operatingSystemCommand = new RegExp(`${esc}\\][^\\u0007${esc}]*(?:\\u0007|${esc}\\\\)?`, "g");
const controlSequence = new RegExp(`${esc}\\[([0-9;:?<=>]*)[ -/]*([@-~])?`, "g");
const otherEscape = new RegExp(`${esc}(?!\\[)[ -/]*.?`, "g");
const controlCharacter = /\p{Cc}/gu;
const kept: ReadonlySet<string> = new Set(["\n", "\t", "\r", esc]);

/** Returns the text after the last carriage return, which is the last state of a progress bar. */
function overwritten(line: string): string {
  const end = line.endsWith("\r") ? line.slice(0, -1) : line;
  return end.slice(end.lastIndexOf("\r") + 1);
}

/** Program output as a terminal would show it: keeps colors, removes cursor movements, titles and links. */
export function terminalText(output: string): string {
  const text = output
    .replace(operatingSystemCommand, "")
    .replace(controlSequence, (whole, numbers: string, end: string | undefined) =>
      end === "m" && /^[0-9;]*$/.test(numbers) ? whole : "",
    )
    .replace(otherEscape, "")
    .replace(controlCharacter, (character) => (kept.has(character) ? character : ""));
  return text.includes("\r") ? text.split("\n").map(overwritten).join("\n") : text;
}

const colorCode = new RegExp(`${esc}\\[[0-9;]*m`, "g");

/** Program output without colors. */
export function plainText(output: string): string {
  return terminalText(output).replace(colorCode, "");
}
