import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { shortcutSheet } from "./shortcut-list";

/** Names of keys in events, as the sheet shows them. */
const names: Readonly<Record<string, readonly string[]>> = {
  Escape: ["Esc"],
  arrowdown: ["↓"],
  // The sheet names one direction of a pair.
  arrowup: ["↓"],
};

const listed = new Set(shortcutSheet.flatMap(({ entries }) => entries.map(({ keys }) => keys.join(" ").toLowerCase())));

/** A key of an event, a sequence, or a key with Shift, as text of the sheet: `shift n`. */
function shown(key: string): string {
  if (/^[A-Z]$/.test(key)) return `shift ${key.toLowerCase()}`;
  const parts = key.split(" ").flatMap((part) => names[part] ?? [part]);
  return parts.join(" ").toLowerCase();
}

/** The keys that handlers of the whole page compare, bind or map. */
function handledKeys(source: string): string[] {
  const compared = [...source.matchAll(/event\.key [!=]== "([^"]+)"/g)].flatMap(([, key = ""]) => key);
  const bound = [...source.matchAll(/keys: \[("[^\]]+")\]/g)].map(([, keys = ""]) =>
    [...keys.matchAll(/"([^"]+)"/g)].map(([, key]) => key).join(" "),
  );
  const mapped = [...source.matchAll(/^\s+"?((?:shift )?(?:[a-z]|arrow\w+|[[\]]))"?: \(\) =>/gm)].map(
    ([, key = ""]) => key,
  );
  const named = [...source.matchAll(/\bkey: "(.)"/g)].flatMap(([, key = ""]) => key);
  return [...compared, ...bound, ...mapped, ...named];
}

/** Also a key that is listed with Ctrl, and the first one of a sequence. */
const isListed = (key: string): boolean =>
  listed.has(key) || listed.has(`ctrl ${key}`) || [...listed].some((keys) => keys.startsWith(`${key} `));

const sources = readdirSync("components", { recursive: true, encoding: "utf8" })
  .map((name) => `components/${name}`)
  .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test.") && !path.endsWith("shortcut-list.ts"))
  .map((path) => ({ path, source: readFileSync(path, "utf8") }))
  .filter(({ source }) =>
    /useWindowKey\(|createSequences\(|useDiffKeys\(|keys=\{\{|satisfies readonly ScreenEntry/.test(source),
  );

it("lists every key that a screen handles", () => {
  const handled = sources.flatMap(({ path, source }) => handledKeys(source).map((key) => ({ path, key: shown(key) })));
  expect(handled.length).toBeGreaterThan(40);
  expect(handled.filter(({ key }) => !isListed(key))).toEqual([]);
});

it("has no key twice in a group", () => {
  for (const { entries } of shortcutSheet) {
    const keys = entries.map((entry) => entry.keys.join(" "));
    expect(new Set(keys).size).toBe(keys.length);
  }
});
