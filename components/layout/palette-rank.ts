import { defaultFilter } from "cmdk";

/** Marks the values of agents, pull requests and repositories, which can have any name. */
const resultPrefix = "result\u0000";
export const resultValue = (text: string) => `${resultPrefix}${text}`;

/** Marks entries that search everything: they match any text, after everything else. */
const searchPrefix = "search\u0000";
export const searchValue = (text: string) => `${searchPrefix}${text}`;
const searchScore = 1e-12;

/** Pages and actions rank above results that match equally well. */
const resultWeight = 0.5;
/** Above every other score, which are at most 1. */
const wordPrefixScore = 1;

const startsWord = (title: string, search: string) =>
  ` ${title.toLowerCase()}`.includes(` ${search.trim().toLowerCase()}`);

/** How well an entry matches the search; 0 if it doesn't. Pages and actions with a word that starts with it are first. */
export function scoreEntry(value: string, search: string): number {
  if (value.startsWith(searchPrefix)) return searchScore;
  if (value.startsWith(resultPrefix)) return resultWeight * defaultFilter(value.slice(resultPrefix.length), search);
  const score = defaultFilter(value, search);
  return startsWord(value, search) ? wordPrefixScore + score : score;
}

/** Groups by their best match. cmdk sorts only the entries of a group. */
export function rankGroups<G extends { entries: readonly { value: string }[] }>(
  groups: readonly G[],
  search: string,
): readonly G[] {
  if (search.trim() === "") return groups;
  const best = ({ entries }: G) => entries.reduce((max, { value }) => Math.max(max, scoreEntry(value, search)), 0);
  return groups
    .map((group) => ({ group, score: best(group) }))
    .sort((a, b) => b.score - a.score)
    .map(({ group }) => group);
}
