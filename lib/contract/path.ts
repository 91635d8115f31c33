/**
 * Path patterns and their matching on the raw, still percent-encoded path.
 *
 * Grammar: segments separated by `/`. A segment is
 * - literal text, which can contain a verb (`check-runs:batchUpsert`);
 * - `{name}`, exactly one segment, decoded once;
 * - `{name}:verb`, one segment that ends with the literal `:verb`;
 * - `{name+}`, one or more segments up to the end of the path, each decoded once and joined by `/`;
 * - `{name?}`, the last segment, which can be empty; the operation reports that as an error.
 */
export type Segment =
  | { kind: "literal"; text: string }
  | { kind: "param"; name: string; verb: string; allowEmpty?: true }
  | { kind: "rest"; name: string };

export interface PathPattern {
  source: string;
  segments: readonly Segment[];
}

const parameter = /^\{([A-Za-z][A-Za-z0-9]*)([+?]?)\}(:[A-Za-z]+)?$/;

/** Compiles a pattern. Throws when the pattern itself is malformed. */
export function compilePath(source: string): PathPattern {
  if (!source.startsWith("/")) throw new Error(`path pattern ${source} must start with /`);
  const parts = source.slice(1).split("/");
  const segments = parts.map((part, index): Segment => {
    const found = parameter.exec(part);
    if (!found) {
      if (part === "" || /[{}]/.test(part)) throw new Error(`path pattern ${source}: bad segment "${part}"`);
      return { kind: "literal", text: part };
    }
    const [, name = "", mark, verb = ""] = found;
    if (!mark) return { kind: "param", name, verb };
    if (verb || index !== parts.length - 1) throw new Error(`path pattern ${source}: {${name}${mark}} must come last`);
    return mark === "+" ? { kind: "rest", name } : { kind: "param", name, verb, allowEmpty: true };
  });
  return { source, segments };
}

function decode(raw: string): string | undefined {
  try {
    const text = decodeURIComponent(raw);
    return text === "" || text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

const isDots = (text: string) => text === "." || text === "..";

/** The raw segments of a path (no query string) for {@link matchPath}; `undefined` if it doesn't start with a slash. */
export function splitPath(rawPath: string): readonly string[] | undefined {
  return rawPath.startsWith("/") ? rawPath.slice(1).split("/") : undefined;
}

/**
 * Matches the raw segments of a path against one pattern.
 * Returns the decoded parameters, or `undefined` when the path doesn't match. A parameter never decodes
 * to an empty string, `.`, `..` or text with a NUL; a rest parameter can end in one slash, which is kept.
 */
export function matchPath(pattern: PathPattern, parts: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, segment] of pattern.segments.entries()) {
    const part = parts[index];
    if (part === undefined) return undefined;
    if (segment.kind === "rest") {
      const decoded: string[] = [];
      const rest = parts.slice(index);
      for (const [at, raw] of rest.entries()) {
        const text = raw === "" && at > 0 && at === rest.length - 1 ? "" : decode(raw);
        if (text === undefined || text.split("/").some(isDots)) return undefined;
        decoded.push(text);
      }
      params[segment.name] = decoded.join("/");
      return params;
    }
    if (segment.kind === "literal") {
      if (part !== segment.text) return undefined;
      continue;
    }
    if (segment.verb && !part.endsWith(segment.verb)) return undefined;
    const isEmpty = segment.allowEmpty === true && part === "";
    const text = isEmpty ? "" : decode(segment.verb ? part.slice(0, -segment.verb.length) : part);
    if (text === undefined || isDots(text)) return undefined;
    params[segment.name] = text;
  }
  return parts.length === pattern.segments.length ? params : undefined;
}

const rank = { literal: 0, verb: 1, param: 2, rest: 3 } as const;

function rankOf(segment: Segment): number {
  return segment.kind === "param" && segment.verb ? rank.verb : rank[segment.kind];
}

/** Sorts the more specific pattern first: literal, then `{p}:verb`, then `{p}`, then `{p+}`, segment by segment. */
export function compareSpecificity(a: PathPattern, b: PathPattern): number {
  const length = Math.max(a.segments.length, b.segments.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [a.segments[index], b.segments[index]];
    if (!left || !right) return left ? -1 : 1;
    const difference = rankOf(left) - rankOf(right);
    if (difference !== 0) return difference;
  }
  return 0;
}
