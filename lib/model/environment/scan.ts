import type { Range } from "./diagnostic";

export type Punctuation = "{" | "}" | "[" | "]" | ":" | ",";

/** A piece of the text. `word` is anything that is no part of the language, also an unquoted name. */
export type Token = Range &
  (
    | { kind: "punctuation"; text: Punctuation }
    | { kind: "string"; value: string }
    | { kind: "number"; value: number }
    | { kind: "literal"; value: true | false | null }
    | { kind: "word"; text: string }
    | { kind: "line-comment" | "block-comment" }
    | { kind: "end" }
  );

/** What is wrong inside one token. */
export interface TokenProblem extends Range {
  code: string;
  message: string;
}

const whitespace = new Set([9, 10, 13, 32]);
const wholeNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordEnd = /[\s{}[\]:,"']|\/[/*]|$/g;
const literals: ReadonlyMap<string, true | false | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const isPunctuation = (text: string): text is Punctuation => text.length === 1 && "{}[]:,".includes(text);

/** Cuts a text into tokens, one call a token. Never throws; every call but that at the end moves on. */
export function createScanner(text: string, report: (problem: TokenProblem) => void): () => Token {
  let at = 0;

  function lineEnd(from: number): number {
    let end = from;
    while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end += 1;
    return end;
  }

  function comment(start: number): Token {
    if (text[start + 1] === "/") {
      at = lineEnd(start);
      return { kind: "line-comment", start, end: at };
    }
    const close = text.indexOf("*/", start + 2);
    at = close < 0 ? text.length : close + 2;
    if (close < 0)
      report({ code: "comment-not-closed", message: "This comment is never closed with */.", start, end: start + 2 });
    return { kind: "block-comment", start, end: at };
  }

  function escapeSequence(from: number): string {
    const letter = text[from + 1] ?? "";
    const known = escapes.get(letter);
    if (known !== undefined) {
      at = from + 2;
      return known;
    }
    const hexadecimal = letter === "u" ? /^[0-9a-fA-F]{4}/.exec(text.slice(from + 2, from + 6))?.[0] : undefined;
    if (hexadecimal) {
      at = from + 6;
      return String.fromCharCode(Number.parseInt(hexadecimal, 16));
    }
    at = Math.min(from + 2, lineEnd(from));
    const message =
      letter === "u"
        ? "\\u takes exactly four hexadecimal digits."
        : `\\${letter} is no escape. Write \\\\ for a backslash.`;
    report({ code: "bad-escape", message, start: from, end: at });
    return letter;
  }

  function string(start: number, quote: string): Token {
    at = start + 1;
    let value = "";
    let from = at;
    for (;;) {
      const code = text.charCodeAt(at);
      if (at >= text.length || code === 10 || code === 13) {
        report({ code: "string-not-closed", message: "This string is never closed.", start, end: at });
        break;
      }
      if (text[at] === quote) break;
      if (text[at] === "\\") {
        value += text.slice(from, at) + escapeSequence(at);
        from = at;
      } else {
        if (code < 32)
          report({
            code: "control-character",
            message: `A string can't hold the character ${code} as it is. Write it as ${JSON.stringify(text[at]).slice(1, -1)}.`,
            start: at,
            end: at + 1,
          });
        at += 1;
      }
    }
    value += text.slice(from, at);
    if (text[at] === quote) at += 1;
    if (quote === "'") report({ code: "single-quotes", message: "Strings stand in double quotes.", start, end: at });
    return { kind: "string", start, end: at, value };
  }

  function word(start: number): Token {
    wordEnd.lastIndex = start + 1;
    const stop = wordEnd.exec(text);
    at = stop ? stop.index : text.length;
    const found = text.slice(start, at);
    const literal = literals.get(found);
    if (literal !== undefined) return { kind: "literal", start, end: at, value: literal };
    wholeNumber.lastIndex = start;
    if (wholeNumber.exec(text)?.[0] === found) return { kind: "number", start, end: at, value: Number(found) };
    return { kind: "word", start, end: at, text: found };
  }

  return () => {
    while (whitespace.has(text.charCodeAt(at))) at += 1;
    if (at === 0 && text.charCodeAt(0) === 0xfeff) {
      at = 1;
      while (whitespace.has(text.charCodeAt(at))) at += 1;
    }
    const start = at;
    const character = text[start];
    if (character === undefined) return { kind: "end", start, end: start };
    if (isPunctuation(character)) {
      at += 1;
      return { kind: "punctuation", text: character, start, end: at };
    }
    if (character === "/" && (text[start + 1] === "/" || text[start + 1] === "*")) return comment(start);
    if (character === '"' || character === "'") return string(start, character);
    return word(start);
  };
}
