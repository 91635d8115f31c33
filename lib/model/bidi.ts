/** Controls that change text direction, which can make code look different from what runs (CVE-2021-42574). */
const control = /[\u202A-\u202E\u2066-\u2069]/;
const everyControl = /[\u202A-\u202E\u2066-\u2069]/g;

export const hasBidiControls = (text: string) => control.test(text);

/** Makes bidirectional controls visible: `⟨U+202E⟩`. */
export function showBidiControls(text: string): string {
  if (!control.test(text)) return text;
  return text.replace(everyControl, (char) => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`);
}
