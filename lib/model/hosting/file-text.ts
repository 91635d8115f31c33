import type { Content } from "@/lib/contract/hosting/contents/content";
import { hiddenCharacters } from "../hidden-characters";

export type FileText =
  | {
      kind: "text";
      text: string;
      hidden: ReturnType<typeof hiddenCharacters>;
      /** If it isn't UTF-8. */
      encoding?: string;
    }
  | { kind: "binary"; bytes: number };

const utf16Marks = [
  { bytes: [0xff, 0xfe], label: "utf-16le", encoding: "UTF-16 LE" },
  { bytes: [0xfe, 0xff], label: "utf-16be", encoding: "UTF-16 BE" },
];
/** Tab, line breaks, form feed and escape. Other control characters don't occur in text. */
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);
const isBinary = (byte: number) => byte === 0x7f || (byte < 0x20 && !textControls.has(byte));

function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function read(bytes: Uint8Array): { text: string; encoding?: string } | undefined {
  const mark = utf16Marks.find((each) => each.bytes.every((byte, index) => bytes[index] === byte));
  if (mark) {
    const text = decoded(bytes, mark.label);
    return text === undefined || text.includes("\0") ? undefined : { text, encoding: mark.encoding };
  }
  if (bytes.includes(0)) return undefined;
  const text = decoded(bytes, "utf-8");
  if (text !== undefined) return { text };
  const western = bytes.some(isBinary) ? undefined : decoded(bytes, "windows-1252");
  return western === undefined ? undefined : { text: western, encoding: "Windows-1252" };
}

/**
 * Decodes a file's content: UTF-8 without null characters, UTF-16 with a byte order mark, or another text as Windows-1252, which
 * includes Latin-1. Everything else is binary. Throws when it isn't base64.
 */
export function fileText(base64: string): FileText {
  const binary = atob(base64.replace(/\s/g, ""));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const found = read(bytes);
  return found
    ? { kind: "text", ...found, hidden: hiddenCharacters(found.text) }
    : { kind: "binary", bytes: bytes.length };
}

/** The text of a file; `undefined` if it isn't loaded, isn't a file or isn't text. */
export function contentText(content: Content | undefined): string | undefined {
  if (content?.type !== "file") return undefined;
  const read = fileText(content.content ?? "");
  return read.kind === "text" ? read.text : undefined;
}
