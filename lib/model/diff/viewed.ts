/** What a mark stands for: a file's name and exactly what it holds. Another content is another key, and so is unseen. */
export function viewedKey({ filename, content }: { filename: string; content: string }): string {
  return `${content} ${filename}`;
}

/** Marks that are kept; the oldest make room. */
const mostMarks = 5_000;

/** Reads kept marks; what is unreadable counts as none. */
export function readMarks(text: string): string[] {
  try {
    const kept: unknown = JSON.parse(text || "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

export function withMark(marks: readonly string[], key: string, viewed: boolean): string[] {
  const others = marks.filter((each) => each !== key);
  return viewed ? [...others, key].slice(-mostMarks) : others;
}
