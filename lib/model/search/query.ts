import { readValue } from "@/lib/model/agent-query/query";
import { maxQueryLength, type SearchKind, searchKinds } from "./kinds";
import { wordsOf } from "./words";

/** Filters by agent, as in the agent list. `agent:` is an id. */
export const agentFilterKeys = ["repo", "owner", "status", "model", "label", "agent"] as const;
export type AgentFilterKey = (typeof agentFilterKeys)[number];

/** More words and filters don't make a search more precise. */
const maxParts = 24;
const minPrefixLength = 3;

/** Whether a search for the word also finds longer words. Shorter ones would find too many. */
export const startsWords = (word: string): boolean => word.length >= minPrefixLength;

export interface AgentFilter {
  key: AgentFilterKey;
  not: boolean;
  /** Lowercase; any of them. */
  values: readonly string[];
}

/** Consecutive words. */
export interface Phrase {
  words: readonly string[];
  /** The single identifier that the words are parts of. */
  whole: string | undefined;
  not: boolean;
  /** The last word is the start of a word. */
  prefix: boolean;
}

export interface SearchQuery {
  phrases: readonly Phrase[];
  filters: readonly AgentFilter[];
  /** Empty: all. */
  kinds: readonly SearchKind[];
  /** Why the query can't be run; empty if it can. */
  problems: readonly string[];
}

const keyed = /^(-?)([a-z]{2,10}):(?!\/\/)/i;
const space = /\s/;

const isKind = (text: string): text is SearchKind => searchKinds.some((kind) => kind === text);
const filterKey = (text: string) => agentFilterKeys.find((key) => key === text);

/** Reads values separated by commas from `at`. */
function readValues(source: string, from: number): { values: string[]; end: number } {
  const values: string[] = [];
  let at = from;
  for (;;) {
    const { text, end } = readValue(source, at, /[\s,]/);
    if (text !== "") values.push(text.toLowerCase());
    at = end;
    if (source[at] !== ",") return { values, end: at };
    at += 1;
  }
}

function phraseOf(text: string, options: { not: boolean; quoted: boolean; last: boolean }): Phrase | undefined {
  const { not, quoted, last } = options;
  const all = [...wordsOf(text)];
  // An identifier is followed by its parts; a phrase consists of the parts.
  const words = all.filter(({ at, end }, index) => {
    const next = all[index + 1];
    return !(next && next.at === at && next.end <= end);
  });
  const [first] = all;
  const final = words.at(-1);
  if (!first || !final) return undefined;
  const isIdentifier = all.length === words.length + 1 && first.end === final.end;
  const long = startsWords(isIdentifier ? first.word : final.word);
  const prefix = !quoted && long && (text.endsWith("*") || (last && !not && text.length === final.end));
  return { words: words.map(({ word }) => word), whole: isIdentifier ? first.word : undefined, not, prefix };
}

/** Parses a search: words, "phrases", `-not`, `in:` and filters. Every text can be parsed; see `problems`. */
export function parseSearch(source: string): SearchQuery {
  const phrases: Phrase[] = [];
  const filters: AgentFilter[] = [];
  const kinds: SearchKind[] = [];
  const problems: string[] = [];
  if (source.length > maxQueryLength) problems.push(`The search is longer than ${maxQueryLength} characters.`);
  const text = source.slice(0, maxQueryLength);
  let at = 0;
  let parts = 0;
  while (at < text.length && parts < maxParts) {
    if (space.test(text[at] ?? "")) {
      at += 1;
      continue;
    }
    parts += 1;
    const [lead, minus, name = ""] = keyed.exec(text.slice(at, at + 14)) ?? [];
    const key = filterKey(name.toLowerCase());
    if (lead !== undefined && (key !== undefined || name.toLowerCase() === "in")) {
      const { values, end } = readValues(text, at + lead.length);
      at = end;
      if (key !== undefined) {
        if (values.length > 0) filters.push({ key, not: minus === "-", values });
        continue;
      }
      const unknown = values.find((value) => !isKind(value));
      if (unknown !== undefined) problems.push(`Unknown value “${unknown}”. Use in:${searchKinds.join(", in:")}.`);
      else if (minus === "-") kinds.push(...searchKinds.filter((kind) => !values.includes(kind)));
      else kinds.push(...values.filter(isKind));
      continue;
    }
    const not = text[at] === "-" && at + 1 < text.length && !space.test(text[at + 1] ?? "");
    const from = not ? at + 1 : at;
    const { text: found, end } = readValue(text, from, space);
    const phrase = phraseOf(found, { not, quoted: text[from] === '"', last: end >= text.length });
    if (phrase) phrases.push(phrase);
    at = end;
  }
  if (at < text.length && text.slice(at).trim() !== "") problems.push(`Use at most ${maxParts} words and filters.`);
  const isEmpty = phrases.length === 0 && filters.length === 0 && kinds.length === 0;
  if (!isEmpty && !phrases.some(({ not }) => !not)) problems.push("Add a word to search for.");
  return { phrases, filters, kinds: [...new Set(kinds)], problems };
}

/** Whether there is anything to search for. */
export const isSearchable = ({ phrases, problems }: SearchQuery): boolean =>
  phrases.length > 0 && problems.length === 0;

function phraseText({ words, whole, prefix }: Phrase): string {
  // Words have only letters and digits, so nothing has to be escaped.
  const isPrefix = (index: number) => prefix && index === words.length - 1 && startsWords(words[index] ?? "");
  const quoted = words.map((word, index) => `'${word}'${isPrefix(index) ? ":*" : ""}`);
  const phrase = quoted.join(" <-> ");
  return whole === undefined ? `(${phrase})` : `('${whole}'${prefix ? ":*" : ""} | (${phrase}))`;
}

/** The query as text of a `tsquery`. */
export function queryText({ phrases }: Pick<SearchQuery, "phrases">): string {
  return phrases.map((phrase) => `${phrase.not ? "!" : ""}${phraseText(phrase)}`).join(" & ");
}
