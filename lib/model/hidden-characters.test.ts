import { describe, expect, it } from "vitest";
import { hiddenCharacters, showHiddenCharacters } from "./hidden-characters";

describe("hidden characters", () => {
  it.each([
    ["a direction control", "a\u202eb\u2066", "a⟨U+202E⟩b⟨U+2066⟩"],
    ["a zero-width space", "ad\u200bmin", "ad⟨U+200B⟩min"],
    ["a line separator", "// note\u2028steal();\n", "// note⟨U+2028⟩steal();\n"],
    ["a paragraph separator", "// note\u2029steal();\n", "// note⟨U+2029⟩steal();\n"],
    ["a carriage return within a line", "// note\rsteal();\n", "// note⟨U+000D⟩steal();\n"],
    ["a next-line control", "a\u0085b", "a⟨U+0085⟩b"],
    ["an escape control", "a\u001b[2Kb", "a⟨U+001B⟩[2Kb"],
    ["tag characters", "'\u{e0041}\u{e0042}'", "'⟨U+E0041⟩⟨U+E0042⟩'"],
    ["a word joiner", "a\u2060b", "a⟨U+2060⟩b"],
    ["a soft hyphen", "a\u00adb", "a⟨U+00AD⟩b"],
    ["variation selectors", "x='\ufe0f\u{e0101}';", "x='⟨U+FE0F⟩⟨U+E0101⟩';"],
    ["an invisible letter", "const \u3164 = 1;", "const ⟨U+3164⟩ = 1;"],
    ["an Arabic letter mark", "a\u061cb", "a⟨U+061C⟩b"],
    ["a byte order mark within text", "a\ufeffb", "a⟨U+FEFF⟩b"],
    ["a joiner between Latin letters", "a\u200db", "a⟨U+200D⟩b"],
  ])("are shown as escapes: %s", (_name, text, shown) => {
    expect(showHiddenCharacters(text)).toBe(shown);
    expect(hiddenCharacters(text)).toBeDefined();
  });

  it.each([
    ["tabs and both line endings", "a\tb\r\nc\nd\r"],
    ["text from right to left", "שלום"],
    ["emoji", "👩‍❤️‍👨 ✔️ 👍🏽 1️⃣"],
    ["joiners between letters that need them", "می\u200cخواهم क्\u200dष"],
  ])("aren't %s", (_name, text) => {
    expect(showHiddenCharacters(text)).toBe(text);
    expect(hiddenCharacters(text)).toBeUndefined();
  });

  it("are bidirectional if any reorders text", () => {
    expect(hiddenCharacters("a\u200bb\u202e")).toBe("bidirectional");
    expect(hiddenCharacters("a\u200bb")).toBe("invisible");
  });
});
