import type { Range } from "./diagnostic";

export type Punctuation = "{" | "}" | "[" | "]" | ":" | ",";

/** A token. `word` is anything that isn't valid JSON, including an unquoted name. */
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

/** An error inside one token. */
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

type Report = (problem: TokenProblem) => void;

function skipWhitespace(text: string, from: number): number {
  let at = from === 0 && text.charCodeAt(0) === 0xfeff ? 1 : from;
  while (whitespace.has(text.charCodeAt(at))) at += 1;
  return at;
}

function lineEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end += 1;
  return end;
}

function scanComment(text: string, start: number, report: Report): Token {
  if (text[start + 1] === "/") return { kind: "line-comment", start, end: lineEnd(text, start) };
  const close = text.indexOf("*/", start + 2);
  if (close >= 0) return { kind: "block-comment", start, end: close + 2 };
  report({ code: "comment-not-closed", message: "Missing */ at the end of this comment.", start, end: start + 2 });
  return { kind: "block-comment", start, end: text.length };
}

/** Reads the escape sequence at a backslash. An invalid one is reported and read as the character after the backslash. */
function scanEscape(text: string, start: number, report: Report): { value: string; end: number } {
  const letter = text[start + 1] ?? "";
  const known = escapes.get(letter);
  if (known !== undefined) return { value: known, end: start + 2 };
  const digits = letter === "u" ? /^[0-9a-fA-F]{4}/.exec(text.slice(start + 2, start + 6))?.[0] : undefined;
  if (digits) return { value: String.fromCharCode(Number.parseInt(digits, 16)), end: start + 6 };
  const end = Math.min(start + 2, lineEnd(text, start));
  const message =
    letter === "u"
      ? "\\u requires exactly four hexadecimal digits."
      : `Invalid escape \\${letter}. Write \\\\ for a backslash.`;
  report({ code: "bad-escape", message, start, end });
  return { value: letter, end };
}

/** How far the closing quote of a string with line breaks is searched. */
const maxContinuation = 4_096;

/** True if a string continues after the line break at `from`: the next quote is followed by what follows a value. */
function continues(text: string, from: number, quote: string): boolean {
  const end = Math.min(text.length, from + maxContinuation);
  for (let at = from; at < end; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) {
      const next = text[skipWhitespace(text, at + 1)];
      return next === undefined || ",}]".includes(next);
    }
  }
  return false;
}

function scanString(text: string, start: number, quote: string, report: Report): Token {
  let at = start + 1;
  let value = "";
  let from = at;
  let hasLineBreak = false;
  for (;;) {
    const code = text.charCodeAt(at);
    const isLineBreak = code === 10 || code === 13;
    if (isLineBreak && (hasLineBreak || continues(text, at, quote))) {
      const message = "Strings can't contain line breaks. Write \\n.";
      if (!hasLineBreak) report({ code: "line-break", message, start: at, end: at + 1 });
      hasLineBreak = true;
      at += 1;
      continue;
    }
    if (at >= text.length || isLineBreak) {
      report({ code: "string-not-closed", message: "Missing closing quote.", start, end: at });
      break;
    }
    if (text[at] === quote) break;
    if (text[at] === "\\") {
      const read = scanEscape(text, at, report);
      value += text.slice(from, at) + read.value;
      at = read.end;
      from = at;
    } else {
      if (code < 32)
        report({
          code: "control-character",
          message: `Strings can't contain the control character ${code}. Write it as ${JSON.stringify(text[at]).slice(1, -1)}.`,
          start: at,
          end: at + 1,
        });
      at += 1;
    }
  }
  value += text.slice(from, at);
  if (text[at] === quote) at += 1;
  if (quote === "'") report({ code: "single-quotes", message: "Use double quotes.", start, end: at });
  return { kind: "string", start, end: at, value };
}

function scanWord(text: string, start: number): Token {
  wordEnd.lastIndex = start + 1;
  const end = wordEnd.exec(text)?.index ?? text.length;
  const word = text.slice(start, end);
  const literal = literals.get(word);
  if (literal !== undefined) return { kind: "literal", start, end, value: literal };
  wholeNumber.lastIndex = start;
  if (wholeNumber.exec(text)?.[0] === word) return { kind: "number", start, end, value: Number(word) };
  return { kind: "word", start, end, text: word };
}

function scanToken(text: string, start: number, report: Report): Token {
  const character = text[start];
  if (character === undefined) return { kind: "end", start, end: start };
  if (character === "#") {
    const end = lineEnd(text, start);
    report({ code: "hash-comment", message: "Comments start with //.", start, end });
    return { kind: "line-comment", start, end };
  }
  if (isPunctuation(character)) return { kind: "punctuation", text: character, start, end: start + 1 };
  if (character === "/" && (text[start + 1] === "/" || text[start + 1] === "*"))
    return scanComment(text, start, report);
  if (character === '"' || character === "'") return scanString(text, start, character, report);
  return scanWord(text, start);
}

/** Returns a function that reads one token per call. Never throws; every call before the end advances. */
export function createScanner(text: string, report: Report): () => Token {
  let at = 0;
  return () => {
    const token = scanToken(text, skipWhitespace(text, at), report);
    at = token.end;
    return token;
  };
}
