import { isHidden, type Masker, mark, type Span } from "./masker";

/** A piece of a channel's text, with its offset. */
export interface Piece {
  start: number;
  end: number;
}

/** Longer than any token prefix, so that a split prefix is still recognized. */
const lookBehind = 320;
const longest = 10_000;

/**
 * Masks a text that arrives in pieces, which can end within a secret. Each piece is masked separately, but based on the
 * whole text. The mask is in the piece where the secret starts.
 */
export class TextChannel {
  #text = "";
  /** Offset of the first buffered character. */
  #from = 0;
  #spans: Span[] = [];
  /** Offsets up to which text was emitted, and up to which the emitted text was masked. */
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

  /** True if the next piece can decide whether this one contains a secret. */
  isOpen({ end }: Piece): boolean {
    return this.#spans.some((span) => span.state === "growing" && span.start < end);
  }

  /** True if this piece may continue a secret that starts in an earlier one. */
  mayContinue({ start, end }: Piece): boolean {
    return this.#spans.some((span) => span.state === "growing" && span.start < start && span.end === end);
  }

  /** True if masking doesn't change the piece. */
  isClean({ start, end }: Piece): boolean {
    return !this.#spans.some((span) => span.end > start && span.start < end);
  }

  /** The masked text of a piece. `canGrow`: it can't wait for the next piece. */
  take({ start, end }: Piece, canGrow: boolean): string {
    let result = "";
    let from = start;
    for (const span of this.#spans) {
      if (span.end <= start || span.start >= end || !isHidden(span, canGrow)) continue;
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

  /** Buffers the end of the text, from the start of the first span that reaches it. */
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
