/** The key of a viewed mark. It includes the content, so that a changed file is unviewed again. */
export function viewedKey({ filename, content }: { filename: string; content: string }): string {
  return `${content} ${filename}`;
}

/** Maximum number of stored marks. The oldest are dropped. */
const maxMarks = 5_000;

/** Parses stored marks. Returns an empty list for invalid text. */
export function readMarks(text: string): string[] {
  try {
    const marks: unknown = JSON.parse(text || "[]");
    return Array.isArray(marks) ? marks.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

export function withMark(marks: readonly string[], key: string, viewed: boolean): string[] {
  const others = marks.filter((each) => each !== key);
  return viewed ? [...others, key].slice(-maxMarks) : others;
}
