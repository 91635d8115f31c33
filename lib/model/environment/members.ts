import type { Edit, Range } from "./diagnostic";
import type { Editable } from "./editable";
import type { Layout } from "./print";
import type { ArrayNode, Node, ObjectNode } from "./syntax-tree";

const isSpace = (character: string | undefined) => character === " " || character === "\t";
const isBreak = (character: string | undefined) => character === "\n" || character === "\r";

/** Offset of the start of a line. */
function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isBreak(text[at - 1])) at -= 1;
  return at;
}

function indentationAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  const line = text.slice(start, offset);
  return /^\uFEFF?([ \t]*)/.exec(line)?.[1] ?? "";
}

/** True if there is only indentation between two offsets. */
const isLineStart = (text: string, from: number, to: number) => /^\uFEFF?[ \t]*$/.test(text.slice(from, to));

/** The line break and indentation used around a node. */
export function detectLayout({ text, root }: Editable, node: Node): Layout {
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const first = root.kind === "object" ? root.members[0] : undefined;
  const own =
    first && isLineStart(text, lineStart(text, first.start), first.start) ? indentationAt(text, first.start) : "";
  const outer = indentationAt(text, root.start);
  const unit = own.startsWith(outer) && own.length > outer.length ? own.slice(outer.length) : "  ";
  return { newline, unit, indentation: indentationAt(text, node.start) };
}

/** True if the first member starts on its own line. */
function isSpread({ text }: Editable, container: ObjectNode | ArrayNode): boolean {
  const [first] = container.members;
  if (!first) return false;
  const start = lineStart(text, first.start);
  return start > container.start && isLineStart(text, start, first.start);
}

/** Indentation of a container's member lines. */
export function memberIndentation(document: Editable, container: ObjectNode | ArrayNode, layout: Layout): string {
  const [first] = container.members;
  if (first && isSpread(document, container)) return indentationAt(document.text, first.start);
  return layout.indentation + layout.unit;
}

/** End of a member's line: its comma and the comments that start on that line. */
function tailEnd({ text, comments }: Editable, from: number, limit: number): { end: number; lineComment: boolean } {
  let [end, at, lineComment] = [from, from, false];
  for (;;) {
    while (at < limit && (isSpace(text[at]) || text[at] === ",")) at += 1;
    const comment = comments.find(({ start }) => start === at);
    if (!comment || at >= limit) return { end, lineComment };
    [end, at, lineComment] = [comment.end, comment.end, comment.kind === "line"];
  }
}

/** The edits that append a printed member to a container. */
export function insertMember(
  document: Editable,
  container: ObjectNode | ArrayNode,
  layout: Layout,
  printed: string,
): Edit[] {
  const { text, comments } = document;
  const { newline, unit, indentation } = layout;
  const last = container.members.at(-1);
  const inside = container.end - 1;
  if (!last) {
    const within = comments.findLast(({ start, end }) => start > container.start && end <= inside);
    if (!within) {
      const plain = container.kind === "array" && !printed.includes(newline);
      const inner = plain ? printed : `${newline}${indentation}${unit}${printed}${newline}${indentation}`;
      return [{ start: container.start + 1, end: inside, text: inner }];
    }
    const closes = isBreak(text[within.end]) || /[\r\n]/.test(text.slice(within.end, inside));
    const end = closes ? "" : `${newline}${indentation}`;
    return [{ start: within.end, end: within.end, text: `${newline}${indentation}${unit}${printed}${end}` }];
  }
  const { end, lineComment } = tailEnd(document, last.end, inside);
  const ownLine = isSpread(document, container);
  const comma = container.commas.length < container.members.length ? "," : "";
  if (!ownLine && !lineComment) {
    const added = { start: end, end, text: ` ${printed}` };
    return end === last.end
      ? [{ ...added, text: `${comma} ${printed}` }]
      : [{ start: last.end, end: last.end, text: comma }, added];
  }
  const inner = memberIndentation(document, container, layout);
  const rest = /[\r\n]/.test(text.slice(end, inside)) ? "" : `${newline}${indentation}`;
  const line = { start: end, end, text: `${newline}${inner}${printed}${rest}` };
  return end === last.end
    ? [{ ...line, text: comma + line.text }]
    : [{ start: last.end, end: last.end, text: comma }, line];
}

/** Extends a removed range over surrounding spaces, or over the whole line if nothing else is on it. */
function withSpaces(text: string, { start, end }: Range, limits: Range): Range {
  let [from, to] = [start, end];
  while (from > limits.start && isSpace(text[from - 1])) from -= 1;
  while (to < limits.end && isSpace(text[to])) to += 1;
  const begins = isBreak(text[from - 1]);
  if (begins && isBreak(text[to])) {
    // Remove the line with the break before it, so that a comment after the member isn't joined to another line.
    const back = text[from - 1] === "\n" && text[from - 2] === "\r" ? 2 : 1;
    return from - back >= limits.start ? { start: from - back, end: to } : { start: from, end: to };
  }
  if (begins) return { start, end: to };
  return { start, end: isBreak(text[to]) ? end : to };
}

/** The edits that remove members from a container. Comments between and next to them stay. */
export function removeMembers(
  document: Editable,
  container: ObjectNode | ArrayNode,
  indexes: readonly number[],
): Edit[] {
  const { text, comments } = document;
  const { members, commas } = container;
  if (indexes.length === 0) return [];
  const limits = { start: container.start + 1, end: container.end - 1 };
  const gone = new Set(indexes);
  const removed = members.filter((_, index) => gone.has(index));
  const kept = members.length - removed.length;
  const outside = comments.some(
    ({ start, end }) =>
      start >= limits.start && end <= limits.end && !removed.some((each) => each.start <= start && end <= each.end),
  );
  if (kept === 0 && !outside) return [{ ...limits, text: "" }];

  const lastKept = members.findLastIndex((_, index) => !gone.has(index));
  const pieces: Range[] = [];
  for (const [index, member] of members.entries()) {
    const comma = commas[index];
    const commaGoes = comma !== undefined && (gone.has(index) || (index === lastKept && lastKept < members.length - 1));
    if (gone.has(index)) {
      const joined = comma !== undefined && text.slice(member.end, comma).trim() === "";
      pieces.push({ start: member.start, end: joined ? comma + 1 : member.end });
      if (comma !== undefined && !joined) pieces.push({ start: comma, end: comma + 1 });
    } else if (commaGoes) {
      pieces.push({ start: comma, end: comma + 1 });
    }
  }
  const edits: Edit[] = [];
  let after = limits.start;
  for (const piece of pieces) {
    const wide =
      text.slice(piece.start, piece.end) === "," ? piece : withSpaces(text, piece, { start: after, end: limits.end });
    edits.push({ ...wide, text: "" });
    after = wide.end;
  }
  return edits;
}
