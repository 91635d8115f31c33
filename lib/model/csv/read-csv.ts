/**
 * The rows of a CSV text (RFC 4180), up to a number of rows. Quoted cells may contain delimiters and line breaks. Invalid
 * quoting is read as text, because artifacts come from any program.
 */
export function readCsv(text: string, delimiter: string, maxRows: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  let hasContent = false;
  const endCell = () => {
    row.push(cell);
    cell = "";
  };
  for (let index = 0; index < text.length && rows.length < maxRows; index += 1) {
    const sign = text[index];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === "") {
      quoted = true;
      hasContent = true;
    } else if (sign === delimiter) {
      endCell();
      hasContent = true;
    } else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text[index + 1] === "\n") index += 1;
      if (hasContent) {
        endCell();
        rows.push(row);
      }
      row = [];
      cell = "";
      hasContent = false;
    } else {
      cell += sign;
      hasContent = true;
    }
  }
  if (hasContent && rows.length < maxRows) {
    endCell();
    rows.push(row);
  }
  return rows;
}
