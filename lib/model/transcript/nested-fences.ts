/** The start of a line that opens or closes a code block. */
export const fence = /^ {0,3}(`{3,}|~{3,})/;
const markdownName = /^\s*(?:markdown|md|mdx)\b/i;

interface Open {
  line: number;
  mark: string;
  /** The marks of the code blocks in it that are open. */
  inner: string[];
  longest: number;
}

const closes = (mark: string, open: string) => mark[0] === open[0] && mark.length >= open.length;

/**
 * Lengthens the fences of Markdown code blocks that contain code blocks with fences as long as their own, as models write them.
 * By the letter, the first inner block would end the outer one, and its rest would be parsed as text and other blocks.
 */
export function lengthenNestedFences(text: string): string {
  if (!text.includes("```") && !text.includes("~~~")) return text;
  const lines = text.split("\n");
  const lengthen = (at: number, { mark, longest }: Open) => {
    if (longest >= mark.length) lines[at] = (lines[at] ?? "").replace(mark, mark.charAt(0).repeat(longest + 1));
  };
  let open: Open | undefined;
  /** The fence of a code block in another language, in which nothing is nested. */
  let plain: string | undefined;
  for (const [at, line] of lines.entries()) {
    const [start = "", mark = ""] = fence.exec(line) ?? [];
    const info = line.slice(start.length);
    // With a backtick in it, it's code within a line.
    if (mark === "" || info.includes("`")) continue;
    const isBare = info.trim() === "";
    if (plain !== undefined) {
      if (isBare && closes(mark, plain)) plain = undefined;
    } else if (!open) {
      if (markdownName.test(info)) open = { line: at, mark, inner: [], longest: 0 };
      else plain = mark;
    } else if (!isBare) {
      open.inner.push(mark);
      if (mark[0] === open.mark[0]) open.longest = Math.max(open.longest, mark.length);
    } else if (open.inner.length > 0) {
      if (closes(mark, open.inner.at(-1) ?? "")) open.inner.pop();
      if (mark[0] === open.mark[0]) open.longest = Math.max(open.longest, mark.length);
    } else if (closes(mark, open.mark)) {
      lengthen(open.line, open);
      lengthen(at, { ...open, mark });
      open = undefined;
    }
  }
  // It is still being written.
  if (open) lengthen(open.line, open);
  return lines.join("\n");
}
