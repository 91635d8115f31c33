/** Characters that turn the direction of text around, so that code reads otherwise than it runs (CVE-2021-42574). */
const turning = /[\u202A-\u202E\u2066-\u2069]/;
const eachTurning = /[\u202A-\u202E\u2066-\u2069]/g;

export const turnsText = (text: string) => turning.test(text);

/** Writes such characters out: `⟨U+202E⟩`. */
export function showTurning(text: string): string {
  if (!turning.test(text)) return text;
  return text.replace(eachTurning, (char) => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`);
}
