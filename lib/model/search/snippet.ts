import { type Phrase, startsWords } from "./query";
import { type Word, wordsOf } from "./words";

/** Part of a text. `ranges` are the offsets of what was searched for in `text`, in order, without overlaps. */
export interface Snippet {
  text: string;
  ranges: [start: number, end: number][];
}

const before = 60;
const length = 260;
/** How far a cut is moved to the end of a word. */
const maxShift = 20;
const ellipsis = "…";

/** Recognizes the words that were searched for. */
class Highlighter {
  readonly #words = new Set<string>();
  readonly #prefixes: string[] = [];
  readonly #progress: { phrase: Phrase; count: number; at: number; start: number }[];

  constructor(phrases: readonly Phrase[]) {
    const positive = phrases.filter(({ not }) => !not);
    for (const { words, whole, prefix } of positive) {
      for (const word of words) this.#words.add(word);
      if (whole !== undefined) this.#words.add(whole);
      const last = words.at(-1);
      for (const word of prefix ? [whole, last] : []) if (word && startsWords(word)) this.#prefixes.push(word);
    }
    this.#progress = positive.map((phrase) => ({ phrase, count: 0, at: 0, start: 0 }));
  }

  marks(word: string): boolean {
    return this.#words.has(word) || this.#prefixes.some((prefix) => word.startsWith(prefix));
  }

  /** The start of a phrase that ends with this word; `undefined` if none does. */
  completes({ word, at, start }: Word): number | undefined {
    for (const state of this.#progress) {
      const { words, whole, prefix } = state.phrase;
      const fits = (index: number) =>
        word === words[index] || (prefix && index === words.length - 1 && word.startsWith(words[index] ?? word));
      if (whole !== undefined && (word === whole || (prefix && word.startsWith(whole)))) return start;
      if (state.count > 0 && at === state.at + 1 && fits(state.count)) state.count += 1;
      else if (fits(0)) Object.assign(state, { count: 1, start });
      else if (at > state.at + 1) state.count = 0;
      else continue;
      state.at = at;
      if (state.count >= words.length) return state.start;
    }
    return undefined;
  }
}

function joined(ranges: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

const splitsPair = (text: string, at: number) => /[\uDC00-\uDFFF]/.test(text[at] ?? "");

/** Moves a cut to the nearest space after it, and never between two halves of a character. */
function cutAt(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  const shift = text.slice(at, at + maxShift).search(/\s/);
  if (shift >= 0) return at + shift;
  return splitsPair(text, at) ? at + 1 : at;
}

/** The part of a text around the first match of the phrases, or its beginning. */
export function snippetOf(text: string, phrases: readonly Phrase[]): Snippet {
  const highlighter = new Highlighter(phrases);
  let ranges: [number, number][] = [];
  let found: number | undefined;
  for (const word of wordsOf(text)) {
    if (found !== undefined && word.start > found + length) break;
    if (highlighter.marks(word.word)) ranges.push([word.start, word.end]);
    found ??= highlighter.completes(word);
  }
  const center = found ?? ranges[0]?.[0] ?? 0;
  // Short lines, such as those of a list, would push the match out of view.
  const line = text.lastIndexOf("\n", text.lastIndexOf("\n", center - 1) - 1) + 1;
  const start = Math.max(Math.min(cutAt(text, center - before), center), line);
  const end = cutAt(text, start + length);
  ranges = joined(ranges.filter((range) => range[0] >= start && range[1] <= end));
  const lead = start > 0 ? ellipsis : "";
  const shift = lead.length - start;
  return {
    text: `${lead}${text.slice(start, end)}${end < text.length ? ellipsis : ""}`,
    ranges: ranges.map(([from, to]) => [from + shift, to + shift]),
  };
}
