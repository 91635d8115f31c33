/** A searchable word of a text. An identifier and its first part have the same `at`. */
export interface Word {
  /** Lowercase. */
  word: string;
  /** Offsets in the text. */
  start: number;
  end: number;
  /** Counts words from 1. */
  at: number;
}

/** Chinese and Japanese have no spaces, so each character is a word. */
const pattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+/gu;
/** `parseURLPath` → parse, URL, Path. */
const boundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Longer words, such as encoded data, are found by their start. */
const maxLength = 64;
/** Encoded data would otherwise have hundreds of parts. */
const maxParts = 8;

const plain = /^[a-z0-9]*$/;
const notInWord = /[^\p{L}\p{N}\p{M}]/gu;

/** Forms of the same word become equal: full width letters, ligatures, uppercase. Empty if nothing is left. */
function normalized(text: string): string {
  const word = text.slice(0, maxLength).toLowerCase();
  return plain.test(word) ? word : word.normalize("NFKC").toLowerCase().replace(notInWord, "").slice(0, maxLength);
}

/**
 * The words of a text, in order. Everything but letters and digits separates words, so paths and snake_case are split.
 * camelCase is found by its parts and as a whole.
 */
export function* wordsOf(text: string): Generator<Word> {
  let at = 1;
  for (const { 0: found, index: start } of text.matchAll(pattern)) {
    const whole = normalized(found);
    if (whole === "") continue;
    yield { word: whole, start, end: start + found.length, at };
    const parts = found.length <= maxLength ? found.split(boundary) : [];
    if (parts.length < 2 || parts.length > maxParts) {
      at += 1;
      continue;
    }
    let offset = start;
    for (const part of parts) {
      yield { word: normalized(part) || whole, start: offset, end: offset + part.length, at };
      offset += part.length;
      at += 1;
    }
  }
}

const maxPosition = 16_383;
/** What Postgres keeps of a word's positions. */
const maxPositions = 255;

/** Part of a document; matches in a title rank higher. */
type Weight = "A" | "D";

/** The words of a document as text of a `tsvector`. The title comes first, and no phrase matches across the two. */
export function wordVector(title: string, text: string): string {
  const positions = new Map<string, string[]>();
  let last = 0;
  const add = (source: string, offset: number, weight: Weight) => {
    for (const { word, at } of wordsOf(source)) {
      last = Math.min(offset + at, maxPosition);
      const known = positions.get(word);
      if (known === undefined) positions.set(word, [`${last}${weight}`]);
      else if (known.length < maxPositions) known.push(`${last}${weight}`);
    }
  };
  add(title, 0, "A");
  add(text, last + 1, "D");
  // Words have only letters and digits, so nothing has to be escaped.
  return [...positions].map(([word, at]) => `'${word}':${at.join(",")}`).join(" ");
}
