import { overwrittenLines } from "./overwritten-lines";

const esc = "\u001b";
const operatingSystemCommand = new RegExp(`${esc}\\][^\\u0007${esc}]*(?:\\u0007|${esc}\\\\)?`, "g");
const controlSequence = new RegExp(`${esc}\\[[0-9;:?<=>]*[ -/]*[@-~]?`, "g");
const otherEscape = new RegExp(`${esc}(?!\\[)[ -/]*.?`, "g");
const controlCharacter = /\p{Cc}/gu;
const kept: ReadonlySet<string> = new Set(["\n", "\t", "\r", esc]);

const keptSequence = new RegExp(`^${esc}\\[(?:[0-9;]*m|[02]?K)$`);

/** Program output as a terminal would show it: keeps colors, removes cursor movements, titles and links. */
export function terminalText(output: string): string {
  const text = output
    .replace(operatingSystemCommand, "")
    .replace(controlSequence, (whole) => (keptSequence.test(whole) ? whole : ""))
    .replace(otherEscape, "")
    .replace(controlCharacter, (character) => (kept.has(character) ? character : ""));
  // Usual line endings change nothing.
  return overwrittenLines(text.replaceAll("\r\n", "\n"));
}

const colorCode = new RegExp(`${esc}\\[[0-9;]*m`, "g");

/** Program output without colors. */
export function plainText(output: string): string {
  return terminalText(output).replace(colorCode, "");
}
