import { fence, lengthenNestedFences } from "./nested-fences";

const continues = /^(?:\s|[-*+] |\d{1,9}[.)] |>|\||<)/;
const definition = /^ {0,3}\[[^\]]+\]:/m;

/** As HTML, a tag starts its line; within a line, it can be code. */
const opensDetails = /^ {0,3}<details[\s>]/i;
const closesDetails = /<\/details\s*>/i;
/** Longer elements aren't kept together, because long blocks are shown without parsing them. */
const maxDetailsLength = 8_000;
/** Elements that are too long or never end, after which no more are looked for. */
const maxUnclosed = 10;

/** The index of the line that ends the `<details>` element of a line; undefined if it's too long or never ends. */
function endOfDetails(lines: readonly string[], start: number): number | undefined {
  let depth = 0;
  let length = 0;
  for (let at = start; at < lines.length && length <= maxDetailsLength; at += 1) {
    const line = lines[at] ?? "";
    length += line.length + 1;
    if (opensDetails.test(line)) depth += 1;
    if (closesDetails.test(line)) depth -= 1;
    if (depth <= 0) return at;
  }
  return undefined;
}

/**
 * Splits Markdown into independent parts, so that only the last part of a growing text is parsed again. A text with link
 * definitions, which apply everywhere, isn't split.
 */
export function markdownBlocks(written: string): string[] {
  const text = lengthenNestedFences(written);
  if (definition.test(text)) return [text];
  const blocks: string[] = [];
  let current: string[] = [];
  let open: string | undefined;
  let blank = false;
  /** The last line of a `<details>` element, whose contents can have several paragraphs. */
  let end = -1;
  let unclosed = 0;
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    const mark = fence.exec(line)?.[1];
    const startsNewBlock = open === undefined && at > end && blank && !continues.test(line) && line.trim() !== "";
    if (startsNewBlock && current.length > 0) {
      blocks.push(current.join("\n"));
      current = [];
    }
    if (mark && open === undefined) open = mark;
    else if (mark && open !== undefined && mark.startsWith(open) && line.trim() === mark) open = undefined;
    if (open === undefined && at > end && unclosed < maxUnclosed && opensDetails.test(line)) {
      const found = endOfDetails(lines, at);
      if (found === undefined) unclosed += 1;
      else end = found;
    }
    current.push(line);
    blank = open === undefined && line.trim() === "";
  }
  if (current.some((line) => line.trim() !== "")) blocks.push(current.join("\n"));
  return blocks;
}
