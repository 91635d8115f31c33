import { pathOfLatin1, pathText } from "./path-text";

const escapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 0x22,
  "\\": 0x5c,
};

/** Reads a path from output decoded as Latin-1: as is, or in quotes with C escapes if it contains special characters. */
export function readQuotedPath(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return pathOfLatin1(text);
  const inner = text.slice(1, -1);
  const parts: Buffer[] = [];
  let at = 0;
  for (const { 0: whole, 1: code = "", index } of inner.matchAll(/\\([0-7]{3}|.)/gs)) {
    parts.push(Buffer.from(inner.slice(at, index), "latin1"));
    const byte = code.length === 3 ? Number.parseInt(code, 8) : escapes[code];
    parts.push(byte === undefined ? Buffer.from(whole, "latin1") : Buffer.from([byte]));
    at = index + whole.length;
  }
  parts.push(Buffer.from(inner.slice(at), "latin1"));
  return pathText(Buffer.concat(parts));
}
