const nul = /\0/g;

/** Removes characters that databases or JSON parsers reject: lone surrogates and NUL. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(nul, "\ufffd");
}

/** Returns true if the text ends with the first half of a surrogate pair. */
export function endsInHighSurrogate(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

/** Truncates to at most `length` UTF-16 units without splitting a character. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return endsInHighSurrogate(cut) ? cut.slice(0, -1) : cut;
}

/** Truncates like {@link truncateText} and appends how much is missing. */
export function truncateWithNote(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = truncateText(text, length);
  return `${kept}\n[… ${text.length - kept.length} characters omitted]`;
}

/** Splits into pieces of at most `length` UTF-16 units without splitting a character. */
export function splitText(text: string, length: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > length) {
    const piece = truncateText(rest, length);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  pieces.push(rest);
  return pieces;
}

/** Replaces control characters except tabs and line breaks with spaces. */
export function printableText(text: string): string {
  return Array.from(plainText(text), (character) => {
    const code = character.codePointAt(0) ?? 0;
    const control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    return control && character !== "\n" && character !== "\t" ? " " : character;
  }).join("");
}

/** Returns at most the last `count` bytes of UTF-8 data, starting at a character boundary. */
export function tailBytes(data: Buffer, count: number): Buffer {
  if (data.length <= count) return data;
  let start = data.length - count;
  while (start < data.length && ((data[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return data.subarray(start);
}
