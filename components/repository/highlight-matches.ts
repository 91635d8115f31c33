interface Part {
  text: string;
  marked: boolean;
  /** Byte offset of the part. */
  at: number;
}

const maxLineBytes = 500;

/** Splits a line into matched and unmatched parts, truncated to 500 bytes. Offsets are in bytes, as in the API. */
export function highlightMatches(line: string, submatches: readonly { start: number; end: number }[]): Part[] {
  const bytes = new TextEncoder().encode(line);
  const decoder = new TextDecoder();
  const parts: Part[] = [];
  let at = 0;
  const add = (end: number, marked: boolean) => {
    if (end <= at) return;
    parts.push({ text: decoder.decode(bytes.subarray(at, end)), marked, at });
    at = end;
  };
  for (const { start, end } of submatches) {
    add(Math.min(start, maxLineBytes, bytes.length), false);
    add(Math.min(end, maxLineBytes, bytes.length), true);
  }
  add(Math.min(maxLineBytes, bytes.length), false);
  return at < bytes.length ? [...parts, { text: " …", marked: false, at }] : parts;
}
