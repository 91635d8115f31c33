import type { AdvancedFilters } from "@/lib/model/pulls/pull-filters";

/** The search parameters that make up a saved view, in the order they are written. */
const names = [
  ...(["repo", "state", "q", "author", "label", "reviewer", "checks", "sort"] as const),
  ...(["base", "since", "until", "head", "sha", "stack"] as const),
] as const;
type Name = (typeof names)[number];

export type PullView = Readonly<Record<Name, string>>;

/** Formats a view as `repo:demo/orders state:merged`, leaving out empty values. */
export function formatView(read: (name: Name) => string): string {
  return names.flatMap((name) => (read(name) ? [`${name}:${encodeURI(read(name))}`] : [])).join(" ");
}

const decoded = (text: string) => {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
};

/** Reads the advanced filters from search parameters. */
export const readAdvancedFilters = (read: (name: keyof AdvancedFilters) => string): AdvancedFilters => ({
  since: read("since"),
  until: read("until"),
  base: read("base"),
  head: read("head"),
  sha: read("sha"),
  stack: read("stack"),
});

/** Parses the output of {@link formatView}. Ignores unknown names. */
export function parseView(text: string): PullView {
  const values = new Map(
    text.split(" ").map((word) => {
      const at = word.indexOf(":");
      return [word.slice(0, Math.max(at, 0)), decoded(word.slice(at + 1))] as const;
    }),
  );
  const of = (name: Name) => values.get(name) ?? "";
  return {
    repo: of("repo"),
    state: of("state"),
    q: of("q"),
    author: of("author"),
    label: of("label"),
    reviewer: of("reviewer"),
    checks: of("checks"),
    sort: of("sort"),
    ...readAdvancedFilters(of),
  };
}
