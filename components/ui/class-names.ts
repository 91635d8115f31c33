import { type ClassValue, clsx } from "clsx";

/** A group of conflicting classes, and the narrower groups it overrides. */
interface Kind {
  form: RegExp;
  covers?: readonly string[];
}

const sides = (prefix: string, letters: string) => [...letters].map((letter) => `${prefix}${letter}`);
const simple = (name: string): [string, Kind] => [name, { form: new RegExp(`^${name}-`) }];

const kinds: readonly [string, Kind][] = [
  ["display", { form: /^(?:block|inline|inline-block|flex|inline-flex|grid|inline-grid|contents|hidden)$/ }],
  ["position", { form: /^(?:static|relative|absolute|fixed|sticky)$/ }],
  ["size", { form: /^size-/, covers: ["w", "h"] }],
  ...["w", "h", "min-w", "max-w", "min-h", "max-h", "z", "opacity", "leading", "tracking", "whitespace"].map(simple),
  ...["items", "self", "cursor", "top", "right", "bottom", "left", "gap-x", "gap-y", "grid-cols"].map(simple),
  ["gap", { form: /^gap-(?![xy]-)/, covers: ["gap-x", "gap-y"] }],
  ["justify", { form: /^justify-(?!items-|self-)/ }],
  ["p", { form: /^p-/, covers: sides("p", "xytrbl") }],
  ["px", { form: /^px-/, covers: ["pl", "pr"] }],
  ["py", { form: /^py-/, covers: ["pt", "pb"] }],
  ["m", { form: /^m-/, covers: sides("m", "xytrbl") }],
  ["mx", { form: /^mx-/, covers: ["ml", "mr"] }],
  ["my", { form: /^my-/, covers: ["mt", "mb"] }],
  ...[...sides("p", "trbl"), ...sides("m", "trbl")].map(simple),
  ["font-size", { form: /^text-(?:xs|sm|base|lg|[2-9]?xl)$/, covers: ["leading"] }],
  ["text-align", { form: /^text-(?:left|center|right|justify|start|end)$/ }],
  ["text-color", { form: /^text-(?!wrap$|nowrap$|balance$|pretty$|ellipsis$|clip$|\[\d|\(--size)/ }],
  ["font-weight", { form: /^font-(?:thin|light|normal|medium|semibold|bold|black)$/ }],
  ["font-family", { form: /^font-(?:sans|serif|mono)$/ }],
  ["background", { form: /^bg-(?!none$|fixed$|cover$|contain$|clip-|origin-|repeat|no-repeat)/ }],
  ["overflow", { form: /^overflow-(?!x-|y-)/, covers: ["overflow-x", "overflow-y"] }],
  ...["overflow-x", "overflow-y"].map(simple),
  ["rounded", { form: /^rounded(?:-(?:none|xs|sm|md|lg|xl|2xl|full))?$/ }],
  ["border-width", { form: /^border(?:-\d)?$/ }],
  ["border-color", { form: /^border-(?![xytrbl](?:-|$)|\d|dashed$|solid$|dotted$|collapse$|separate$|none$)/ }],
  ["shadow", { form: /^shadow(?:-(?:none|xs|sm|md|lg|xl|2xl))?$/ }],
];

interface Meaning {
  name: string;
  covers: readonly string[];
}

const known = new Map<string, Meaning | undefined>();

/** The group of a class, including variants; `undefined` if it never conflicts. */
function meaningOf(word: string): Meaning | undefined {
  if (known.has(word)) return known.get(word);
  const [, variants = "", bare = ""] = /^((?:[^:[(]*(?:\[[^\]]*\]|\([^)]*\))?[^:[(]*:)*)-?(.*)$/.exec(word) ?? [];
  const [name, kind] = kinds.find(([, { form }]) => form.test(bare)) ?? [];
  const meaning =
    name && kind ? { name: variants + name, covers: (kind.covers ?? []).map((each) => variants + each) } : undefined;
  known.set(word, meaning);
  return meaning;
}

/**
 * Joins class names; of two conflicting classes the later wins. Covers only the classes this project overrides, because the
 * full tailwind-merge tables would add a twentieth to a page's code.
 */
export function classNames(...values: ClassValue[]): string {
  const words = clsx(values).split(" ").filter(Boolean);
  const taken = new Set<string>();
  const kept: string[] = [];
  for (const word of words.reverse()) {
    const meaning = meaningOf(word);
    if (meaning && taken.has(meaning.name)) continue;
    if (meaning) for (const name of [meaning.name, ...meaning.covers]) taken.add(name);
    kept.push(word);
  }
  return kept.reverse().join(" ");
}
