import { isHidden, type Masker, mark, type Span } from "./masker";

/** A piece of a channel's text, by its place in the whole. */
export interface Piece {
  start: number;
  end: number;
}

/** Longer than any prefix of a token, so that one cut in two is still seen. */
const lookBehind = 320;
const longest = 10_000;

/**
 * A text that arrives in pieces, any of which may end inside a secret. Pieces stay pieces: each is masked on its own, but
 * by what the whole text says. The mask is in the piece where the secret started.
 */
export class TextChannel {
  #text = "";
  /** Place in the whole text of the first character still remembered. */
  #from = 0;
  #spans: Span[] = [];
  /** Up to where text was given out, and up to where what was given out was hidden. */
  #takenTo = 0;
  #hiddenTo = -1;

  constructor(private readonly masker: Masker) {}

  append(text: string): Piece {
    this.#forget();
    const start = this.#from + this.#text.length;
    this.#text += text;
    this.#spans = this.masker.spans(this.#text).map((span) => ({
      ...span,
      start: span.start + this.#from,
      end: span.end + this.#from,
    }));
    return { start, end: start + text.length };
  }

  /** True when what comes next may decide whether the piece holds a secret. */
  isOpen({ end }: Piece): boolean {
    return this.#spans.some((span) => span.state === "growing" && span.start < end);
  }

  /** True when the piece is its own masked text. */
  isClean({ start, end }: Piece): boolean {
    return !this.#spans.some((span) => span.end > start && span.start < end);
  }

  /** The masked text of a piece; `mayGrow` when it can't wait for what comes next. */
  take({ start, end }: Piece, mayGrow: boolean): string {
    let result = "";
    let from = start;
    for (const span of this.#spans) {
      if (span.end <= start || span.start >= end || !isHidden(span, mayGrow)) continue;
      const cut = Math.max(span.start, start);
      result += this.#slice(from, cut);
      const continues = cut === start && this.#hiddenTo === start && span.start < start;
      if (!continues) result += mark;
      from = Math.min(span.end, end);
      this.#hiddenTo = from;
    }
    this.#takenTo = end;
    return result + this.#slice(from, end);
  }

  #slice(start: number, end: number): string {
    return this.#text.slice(start - this.#from, end - this.#from);
  }

  /** Keeps the end of the text, from the beginning of what reaches it. */
  #forget(): void {
    const end = this.#from + this.#text.length;
    const reaching = this.#spans.find((span) => span.end === end);
    // The prefix is before the span, and is needed to find it again.
    const needed = Math.max(Math.min(reaching?.start ?? end, end) - lookBehind, end - longest);
    const first = Math.max(Math.min(needed, this.#takenTo - lookBehind), this.#from);
    this.#text = this.#text.slice(first - this.#from);
    this.#from = first;
  }
}
