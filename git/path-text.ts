import { isUtf8 } from "node:buffer";

/**
 * Git's paths are bytes, the API's are text. A part between slashes that isn't UTF-8 is written like git quotes it, in quotes
 * with each special byte as three octal digits: `"\351t\351.txt"`. A part that is that text itself is written so as well, so
 * that different paths never have the same text.
 */
const quotedPart = /^"[^"\\]*(?:\\[0-3][0-7]{2}[^"\\]*)+"$/;

/** Whether a part of a path is the escaped text of a name, which can only be that of an existing file. */
export const isEscaped = (part: string): boolean => quotedPart.test(part);

/** The bytes that are themselves within quotes. */
const isPlain = (byte: number) => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;

function quoted(part: Buffer): string {
  const characters = Array.from(part, (byte) =>
    isPlain(byte) ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`,
  );
  return `"${characters.join("")}"`;
}

/** The text of one part of a path. */
export function partText(part: Buffer): string {
  if (!isUtf8(part)) return quoted(part);
  const text = part.toString("utf8");
  return isEscaped(text) ? quoted(part) : text;
}

/** The text of a path. {@link pathBytes} returns the same bytes again. */
export function pathText(path: Buffer): string {
  if (isUtf8(path) && !path.includes(0x22)) return path.toString("utf8");
  const parts = path.toString("latin1").split("/");
  return parts.map((part) => partText(Buffer.from(part, "latin1"))).join("/");
}

/** The text of a path in git's output that was decoded as Latin-1, which keeps every byte. */
export const pathOfLatin1 = (path: string): string => pathText(Buffer.from(path, "latin1"));

function partBytes(part: string): Buffer {
  if (!isEscaped(part)) return Buffer.from(part);
  const pieces = part.slice(1, -1).split(/\\([0-3][0-7]{2})/);
  return Buffer.concat(
    pieces.map((piece, index) => (index % 2 === 1 ? Buffer.from([Number.parseInt(piece, 8)]) : Buffer.from(piece))),
  );
}

/** The bytes of a path that {@link pathText} returned. */
export function pathBytes(text: string): Buffer {
  if (!text.includes('"')) return Buffer.from(text);
  const slash = Buffer.from("/");
  return Buffer.concat(
    text.split("/").flatMap((part, index) => (index === 0 ? [partBytes(part)] : [slash, partBytes(part)])),
  );
}
