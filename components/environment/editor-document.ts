import { changeBetween } from "./text-change";

/** The editor's form of a text: no byte order mark, LF line breaks. Maps offsets both ways. */
interface EditorDocument {
  document: string;
  toDocument(offset: number): number;
  toText(offset: number): number;
}

export function toEditorDocument(text: string): EditorDocument {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  // Document offsets of the line breaks that are CRLF in the text.
  const pairs: number[] = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) pairs.push(at - mark - pairs.length);
  const countBefore = (matches: (pair: number, index: number) => boolean) => {
    let [low, high] = [0, pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (matches(pairs[middle] ?? 0, middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    document: text.slice(mark).replace(/\r\n?/g, "\n"),
    toDocument: (offset) => Math.max(0, offset - mark - countBefore((pair, index) => pair + mark + index < offset)),
    toText: (offset) => offset + mark + countBefore((pair) => pair < offset),
  };
}

/** Applies an edited document to the text. Unchanged lines keep their line breaks; new lines use the text's first one. */
export function applyEditorDocument(text: string, document: string): string {
  const before = toEditorDocument(text);
  const change = changeBetween(before.document, document);
  if (!change) return text;
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const insert = lineBreak === "\n" ? change.insert : change.insert.replaceAll("\n", lineBreak);
  const after = text.slice(before.toText(change.to));
  return join(join(text.slice(0, before.toText(change.from)), insert), after);
}

/** Concatenates two pieces. A CR before an LF becomes CRLF, so that they stay two line breaks. */
function join(left: string, right: string): string {
  return left.endsWith("\r") && right.startsWith("\n") ? `${left}\n${right}` : left + right;
}
