interface Part {
  text: string;
  marked: boolean;
  /** Byte the part begins at. */
  at: number;
}

const longest = 500;

/** A line in parts, those that matched apart from the rest. Offsets are of bytes, as the service counts. */
export function markedParts(line: string, submatches: readonly { start: number; end: number }[]): Part[] {
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
    add(Math.min(start, longest, bytes.length), false);
    add(Math.min(end, longest, bytes.length), true);
  }
  add(Math.min(longest, bytes.length), false);
  return at < bytes.length ? [...parts, { text: " …", marked: false, at }] : parts;
}
