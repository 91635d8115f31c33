/** Line and column, both from 1. Columns count UTF-16 units. */
export interface Position {
  line: number;
  column: number;
}

/** Returns a function that converts offsets to lines and columns. Lines end with LF, CRLF or CR. */
export function createLocator(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
