import { ageBound, countBound } from "./amount";
import { isKnownStatus, statusWords } from "./status-words";

/** Keys of the query language. */
export const keys = [
  "status",
  "env",
  "repo",
  "pr",
  "checks",
  "owner",
  "label",
  "model",
  "batch",
  "age",
  "updated",
  "tokens",
  "archived",
] as const;
export type Key = (typeof keys)[number];

/** `status:RUNNING,ERROR`: matches any of the values; with `not`, none of them. Without values it matches all. */
export interface Term {
  key: Key;
  not: boolean;
  values: readonly string[];
}

/** A word that must appear in the name, id or other text of an agent. */
interface Word {
  word: string;
}

/** A word with an unknown key, like `author:me`. It is an error: searched as text, it would silently find nothing. */
interface UnknownTerm {
  unknownKey: string;
  text: string;
}

export type Part = Term | Word | UnknownTerm;
export type AgentQuery = readonly Part[];

export const isTerm = (part: Part): part is Term => "key" in part;
export const isWord = (part: Part): part is Word => "word" in part;

/** The unknown keys of a query. */
export const unknownKeys = (query: AgentQuery): string[] =>
  query.flatMap((part) => ("unknownKey" in part ? [part.unknownKey] : []));

/** The keys with fixed values, and what is valid instead. */
const fixedValues: Readonly<Partial<Record<Key, { isValid: (value: string) => boolean; hint: string }>>> = {
  age: { isValid: (value) => ageBound(value) !== undefined, hint: "Use an age such as age:>2d." },
  updated: {
    isValid: (value) => /^today$/i.test(value) || ageBound(value) !== undefined,
    hint: "Use today, or a time such as updated:<1h.",
  },
  tokens: { isValid: (value) => countBound(value) !== undefined, hint: "Use a number such as tokens:>1M." },
  archived: { isValid: (value) => /^(?:yes|no|any)$/i.test(value), hint: "Use yes, no or any." },
  checks: {
    isValid: (value) => /^(?:failed|attention|pending|passed|none)$/i.test(value),
    hint: "Use failed, attention, pending, passed or none.",
  },
  pr: {
    isValid: (value) => /^(?:open|merged|closed|draft|any|none|#?\d{1,15}|https?:.*)$/i.test(value),
    hint: "Use open, merged, closed, draft, any, none, a number or an address.",
  },
  status: { isValid: isKnownStatus, hint: `Use ${statusWords.slice(0, -1).join(", ")} or ${statusWords.at(-1)}.` },
};

/** Terms whose value isn't known, such as `age:soon`, with what to use instead. */
export const invalidTerms = (query: AgentQuery): { term: Term; hint: string }[] =>
  query.filter(isTerm).flatMap((term) => {
    const fixed = fixedValues[term.key];
    return fixed && !term.values.every(fixed.isValid) ? [{ term, hint: fixed.hint }] : [];
  });

const head = new RegExp(`^(-?)(${keys.join("|")}):`, "i");
/** An address like `https://…` isn't a term. */
const keyLike = /^-?([a-z][a-z_-]*):(?!\/\/)/i;
const space = /\s/;

export function parseKey(text: string): Key | undefined {
  return keys.find((key) => key === text.toLowerCase());
}

interface Read {
  text: string;
  /** The current position. */
  end: number;
}

/** Reads up to a character of `stops`, or a quoted text. An unclosed quote extends to the end. */
export function readValue(source: string, start: number, stops: RegExp): Read {
  if (source[start] !== '"') {
    let end = start;
    while (end < source.length && !stops.test(source[end] ?? "")) end += 1;
    return { text: source.slice(start, end), end };
  }
  let text = "";
  let at = start + 1;
  while (at < source.length && source[at] !== '"') {
    if (source[at] === "\\" && at + 1 < source.length) at += 1;
    text += source[at];
    at += 1;
  }
  return { text, end: Math.min(at + 1, source.length) };
}

/** Parses a query. Every text can be parsed; see {@link unknownKeys} for its errors. */
export function parseQuery(source: string): AgentQuery {
  const parts: Part[] = [];
  let at = 0;
  while (at < source.length) {
    if (space.test(source[at] ?? "")) {
      at += 1;
      continue;
    }
    const [lead, minus, name = ""] = head.exec(source.slice(at, at + 16)) ?? [];
    const key = parseKey(name);
    if (lead === undefined || key === undefined) {
      const { text, end } = readValue(source, at, space);
      const unknownKey = source[at] === '"' ? undefined : keyLike.exec(text)?.[1];
      if (unknownKey !== undefined) parts.push({ unknownKey, text });
      else if (text !== "") parts.push({ word: text });
      at = end;
      continue;
    }
    at += lead.length;
    const values: string[] = [];
    for (;;) {
      const { text, end } = readValue(source, at, /[\s,]/);
      if (text !== "") values.push(text);
      at = end;
      if (source[at] !== ",") break;
      at += 1;
    }
    parts.push({ key, not: minus === "-", values });
  }
  return parts;
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;

export function formatValue(value: string): string {
  return value === "" || /[\s,]/.test(value) || value.startsWith('"') ? quoted(value) : value;
}

export function formatPart(part: Part): string {
  if (isTerm(part)) return `${part.not ? "-" : ""}${part.key}:${part.values.map(formatValue).join(",")}`;
  if (!isWord(part)) return part.text;
  const plain = !space.test(part.word) && !part.word.startsWith('"') && !keyLike.test(part.word);
  return plain ? part.word : quoted(part.word);
}

/** Formats a query. {@link parseQuery} reverses it. */
export function formatQuery(query: AgentQuery): string {
  return query.map(formatPart).join(" ");
}
