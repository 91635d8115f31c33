import { hiddenCharacters } from "../hidden-characters";

export type FileText =
  | { kind: "text"; text: string; hidden: ReturnType<typeof hiddenCharacters> }
  | { kind: "binary"; bytes: number };

/** Decodes a file's content: text when it is UTF-8 without null characters, else binary. Throws when it isn't base64. */
export function fileText(base64: string): FileText {
  const binary = atob(base64.replace(/\s/g, ""));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  if (bytes.includes(0)) return { kind: "binary", bytes: bytes.length };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { kind: "text", text, hidden: hiddenCharacters(text) };
  } catch {
    return { kind: "binary", bytes: bytes.length };
  }
}
