/** How well a text matches; the order of the ranks is the order of the results. */
const ranks = { none: 0, words: 1, substring: 2, wordStart: 3, word: 4, exact: 5 } as const;

const letter = /[\p{L}\p{N}]/u;
/** Keywords are ids, numbers and addresses: `bc-0a1b…`, `#17`, `demo/orders`. Inside of one, nothing starts. */
const keywordStart = /^$|[\s/#]/;

const fold = (text: string) => text.trim().toLowerCase().replace(/\s+/g, " ");

/** The best rank of a phrase among its occurrences in a title. */
function rankInTitle(title: string, phrase: string): number {
  if (title === phrase) return ranks.exact;
  let best: number = ranks.none;
  for (let at = title.indexOf(phrase); at >= 0; at = title.indexOf(phrase, at + 1)) {
    const starts = !letter.test(title[at - 1] ?? "") || !letter.test(phrase[0] ?? "");
    const ends = !letter.test(title[at + phrase.length] ?? "");
    const rank = !starts ? ranks.substring : ends ? ranks.word : ranks.wordStart;
    if (rank > best) best = rank;
  }
  return best;
}

/** A keyword ranks below the same word in a title, except for a number such as `#17`. */
function rankInKeywords(keywords: string, phrase: string): number {
  let best: number = ranks.none;
  const whole = phrase.startsWith("#") ? ranks.exact : ranks.wordStart;
  for (let at = keywords.indexOf(phrase); at >= 0; at = keywords.indexOf(phrase, at + 1)) {
    if (!keywordStart.test(keywords[at - 1] ?? "") && !/^[#/]/.test(phrase)) continue;
    const next = keywords[at + phrase.length] ?? "";
    const rank = next === "" || /[\s/]/.test(next) ? whole : ranks.substring;
    if (rank > best) best = rank;
  }
  return best;
}

export interface Searchable {
  /** What is shown. */
  title: string;
  /** Other text that it is found by, from its start: an id, a number, other names. */
  keywords?: string | undefined;
  /** It can have any name, so it is below pages and actions that match equally well. */
  isResult?: boolean | undefined;
}

/** Titles and keywords in lower case. A fleet's are compared for every key press. */
const foldedEntries = new WeakMap<Searchable, { title: string; keywords: string }>();

function foldEntry(entry: Searchable): { title: string; keywords: string } {
  const folded = foldedEntries.get(entry) ?? { title: fold(entry.title), keywords: fold(entry.keywords ?? "") };
  foldedEntries.set(entry, folded);
  return folded;
}

/**
 * How well an entry matches a search; 0 if it doesn't. Exact before a whole word, the start of a word, and any other part of the
 * title. Last, entries with words that start with those of the search, in any order. Letters in between don't match.
 */
export function scoreEntry(entry: Searchable, search: string): number {
  const phrase = fold(search);
  if (phrase === "") return 1;
  const { title, keywords } = foldEntry(entry);
  let rank = Math.max(rankInTitle(title, phrase), rankInKeywords(keywords, phrase));
  if (rank === ranks.none && phrase.includes(" ")) {
    const startsWord = (word: string) =>
      rankInTitle(title, word) >= ranks.wordStart || rankInKeywords(keywords, word) > ranks.none;
    if (phrase.split(" ").every(startsWord)) rank = ranks.words;
  }
  return rank === ranks.none ? 0 : rank - (entry.isResult ? 0.5 : 0);
}

/** The matching entries of each group, the best ones first, at most `limit`; the group with the best match first. */
export function rankGroups<Entry extends Searchable, Group extends { entries: readonly Entry[] }>(
  groups: readonly Group[],
  search: string,
  limit: number,
): Group[] {
  const isSearch = search.trim() !== "";
  const ranked = groups.map((group) => {
    if (!isSearch) return { group: { ...group, entries: group.entries.slice(0, limit) }, best: 1 };
    const scored = group.entries.flatMap((entry) => {
      const score = scoreEntry(entry, search);
      return score > 0 ? [{ entry, score }] : [];
    });
    scored.sort((a, b) => b.score - a.score);
    const entries = scored.slice(0, limit).map(({ entry }) => entry);
    return { group: { ...group, entries }, best: scored[0]?.score ?? 0 };
  });
  if (isSearch) ranked.sort((a, b) => b.best - a.best);
  return ranked.filter(({ group }) => group.entries.length > 0).map(({ group }) => group);
}
