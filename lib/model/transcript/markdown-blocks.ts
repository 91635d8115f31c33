const fence = /^ {0,3}(`{3,}|~{3,})/;
const continues = /^(?:\s|[-*+] |\d{1,9}[.)] |>|\||<)/;
const definition = /^ {0,3}\[[^\]]+\]:/m;

const count = (line: string, tag: string) => line.toLowerCase().split(tag).length - 1;

/**
 * Splits Markdown into independent parts, so that only the last part of a growing text is parsed again. A text with link
 * definitions, which apply everywhere, isn't split.
 */
export function markdownBlocks(text: string): string[] {
  if (definition.test(text)) return [text];
  const blocks: string[] = [];
  let current: string[] = [];
  let open: string | undefined;
  let blank = false;
  /** Open `<details>` elements, whose contents can have several paragraphs. */
  let details = 0;
  for (const line of text.split("\n")) {
    const mark = fence.exec(line)?.[1];
    const startsNewBlock = open === undefined && details === 0 && blank && !continues.test(line) && line.trim() !== "";
    if (startsNewBlock && current.length > 0) {
      blocks.push(current.join("\n"));
      current = [];
    }
    if (mark && open === undefined) open = mark;
    else if (mark && open !== undefined && mark.startsWith(open) && line.trim() === mark) open = undefined;
    if (open === undefined) details = Math.max(0, details + count(line, "<details") - count(line, "</details"));
    current.push(line);
    blank = open === undefined && line.trim() === "";
  }
  if (current.some((line) => line.trim() !== "")) blocks.push(current.join("\n"));
  return blocks;
}
