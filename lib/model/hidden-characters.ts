/** Controls that change text direction, which can make code look different from what runs (CVE-2021-42574). */
const bidiControl = /[\u202A-\u202E\u2066-\u2069]/;

/** Invisible characters, and separators of lines other than LF and CRLF, which some parsers and viewers treat as the end of a line. */
const suspect = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]|[^\P{Cc}\t\n\f\r]|\r(?!\n|$)/u;

/** Uses of these characters that everybody sees: in emoji, and between letters of scripts that need joiners. */
const visible =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*|[0-9#*]\uFE0F\u20E3|[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}][\u200C\u200D]/u;
const visibleOrSuspect = new RegExp(`${visible.source}|(${suspect.source})`, "gu");

const escaped = (char: string) => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** Makes hidden characters visible: `⟨U+202E⟩`. */
export function showHiddenCharacters(text: string): string {
  if (!suspect.test(text)) return text;
  return text.replace(visibleOrSuspect, (match, hidden: string | undefined) => (hidden ? escaped(hidden) : match));
}

/** The worst kind of hidden characters in a text: those that change its direction, or invisible ones. */
export function hiddenCharacters(text: string): "bidirectional" | "invisible" | undefined {
  if (bidiControl.test(text)) return "bidirectional";
  return showHiddenCharacters(text) === text ? undefined : "invisible";
}
