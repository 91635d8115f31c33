import type { Range } from "./diagnostic";
import { createScanner, type Punctuation, type Token, type TokenProblem } from "./scan";
import { shownText } from "./shown-text";
import type { Comment } from "./syntax-tree";

const excerptLength = 24;

/** Reads tokens with one token of lookahead. Comments are collected separately. */
export class TokenReader {
  readonly text: string;
  readonly comments: Comment[] = [];
  readonly #scan: () => Token;
  #token: Token;

  constructor(text: string, report: (problem: TokenProblem) => void) {
    this.text = text;
    this.#scan = createScanner(text, report);
    this.#token = this.#next();
  }

  #next(): Token {
    for (;;) {
      const token = this.#scan();
      if (token.kind !== "line-comment" && token.kind !== "block-comment") return token;
      const { kind, start, end } = token;
      this.comments.push({ kind: kind === "line-comment" ? "line" : "block", start, end });
    }
  }

  /** The next token, without consuming it. */
  get token(): Token {
    return this.#token;
  }

  get isAtEnd(): boolean {
    return this.#token.kind === "end";
  }

  isAt(...punctuation: readonly Punctuation[]): boolean {
    return this.#token.kind === "punctuation" && punctuation.includes(this.#token.text);
  }

  take(): Token {
    const taken = this.#token;
    this.#token = this.#next();
    return taken;
  }

  /** Skips the next token and, if it opens a bracket, everything up to the closing one. */
  skipNested(): Range {
    const { start } = this.#token;
    let [end, depth] = [start, 0];
    do {
      if (this.isAt("{", "[")) depth += 1;
      else if (this.isAt("}", "]")) depth -= 1;
      end = this.take().end;
    } while (depth > 0 && !this.isAtEnd);
    return { start, end };
  }

  /** The text of a range for a message. */
  excerpt({ start, end }: Range): string {
    return shownText(this.text.slice(start, end), excerptLength);
  }
}
