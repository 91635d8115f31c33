import { hint, type Shape, shapes } from "./shapes";

/** Replacement for a secret. */
export const mark = "[masked]";

/** Shorter known values could match words. */
export const minKnownLength = 8;
/** How many characters of a known value can appear before it is recognized. */
const minPartLength = 4;

export interface Span {
  start: number;
  end: number;
  /** `certain`: a secret. `growing`: reaches the end of the text and may become one. */
  state: "certain" | "growing";
  /** For growing text: whether the shape is distinctive, so it is hidden if there is no time to wait. */
  distinctive: boolean;
}

function spanOf(shape: Shape, text: string, match: RegExpExecArray): Span | undefined {
  const body = match[1] ?? "";
  const end = match.index + match[0].length;
  const span = { start: end - body.length, end, distinctive: shape.distinctive };
  const closed = shape.followedBy === undefined || text.startsWith(shape.followedBy, end);
  if (closed && body.length >= shape.minLength) return { ...span, state: "certain" };
  return end === text.length ? { ...span, state: "growing" } : undefined;
}

function* shapeSpans(text: string): Generator<Span> {
  for (const shape of shapes) {
    for (const match of text.matchAll(shape.pattern)) {
      const span = spanOf(shape, text, match);
      if (span) yield span;
    }
  }
}

function* valueSpans(text: string, value: string): Generator<Span> {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    yield { start: at, end: at + value.length, state: "certain", distinctive: true };
  }
  // The text may end with the start of the value. The longest such end counts.
  const head = value.slice(0, minPartLength);
  const from = Math.max(0, text.length - value.length + 1);
  for (let at = text.indexOf(head, from); at >= 0; at = text.indexOf(head, at + 1)) {
    if (!value.startsWith(text.slice(at))) continue;
    yield { start: at, end: text.length, state: "growing", distinctive: true };
    return;
  }
}

/** Merges overlapping spans. A merged span is certain if one of them is. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (!last || span.start >= last.end) {
      result.push(span);
      continue;
    }
    result[result.length - 1] = {
      start: last.start,
      end: Math.max(last.end, span.end),
      state: last.state === "certain" || span.state === "certain" ? "certain" : "growing",
      distinctive: last.distinctive || span.distinctive,
    };
  }
  return result;
}

/** Finds secrets: known values, and tokens with a well-known format. */
export class Masker {
  readonly #known = new Set<string>();
  readonly #shapes: boolean;

  /** `shapes`: whether tokens are found by their format, too. */
  constructor(known: Iterable<string> = [], { shapes: findsShapes = true }: { shapes?: boolean } = {}) {
    this.#shapes = findsShapes;
    for (const value of known) this.add(value);
  }

  add(value: string): void {
    if (value.length < minKnownLength) return;
    // In nested JSON, a value is escaped.
    this.#known.add(value).add(JSON.stringify(value).slice(1, -1));
  }

  remove(value: string): void {
    this.#known.delete(value);
    this.#known.delete(JSON.stringify(value).slice(1, -1));
  }

  /** Fast check whether a text or JSON can contain a secret. Has false positives, but no false negatives. */
  suspects(text: string): boolean {
    if (this.#shapes && hint.test(text)) return true;
    for (const value of this.#known) if (text.includes(value)) return true;
    return false;
  }

  /** Spans of the secrets, in order, without overlaps. */
  spans(text: string): Span[] {
    const found = this.#shapes && hint.test(text) ? [...shapeSpans(text)] : [];
    for (const value of this.#known) found.push(...valueSpans(text, value));
    return found.length > 1 ? joined(found) : found;
  }

  /** Masks a whole text. With `canGrow`, also what could become a secret if more text follows. */
  mask(text: string, options: { canGrow?: boolean } = {}): string {
    let result = "";
    let from = 0;
    for (const span of this.spans(text)) {
      if (!isHidden(span, options.canGrow === true)) continue;
      result += text.slice(from, span.start) + mark;
      from = span.end;
    }
    return from === 0 ? text : result + text.slice(from);
  }
}

/** Whether a span is hidden; `canGrow` if more text may follow but there is no time to wait. */
export function isHidden(span: Span, canGrow: boolean): boolean {
  if (span.state === "certain") return true;
  return canGrow && span.distinctive && span.end - span.start >= minPartLength;
}
