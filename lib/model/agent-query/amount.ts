/** A bound on a number: `>1M`, `<=20k`, `>2d`. Without a sign it means at least. */
export interface Bound {
  holds: (amount: number) => boolean;
}

const form = /^(<=|>=|<|>)?(\d{1,12}(?:\.\d{1,6})?)([a-z]?)$/i;

const signs: Readonly<Record<string, (amount: number, limit: number) => boolean>> = {
  "<": (amount, limit) => amount < limit,
  "<=": (amount, limit) => amount <= limit,
  ">": (amount, limit) => amount > limit,
  ">=": (amount, limit) => amount >= limit,
};

function readBound(text: string, units: Readonly<Record<string, number>>): Bound | undefined {
  const [, sign = ">=", digits, unit = ""] = form.exec(text) ?? [];
  const factor = units[unit.toLowerCase()];
  const compare = signs[sign];
  if (digits === undefined || factor === undefined || !compare) return undefined;
  const limit = Number(digits) * factor;
  return { holds: (amount) => compare(amount, limit) };
}

/** Parsed bounds. A filter needs the same one for each of thousands of agents. */
const known = new Map<string, Bound | undefined>();
const maxKnown = 200;

function knownBound(key: string, read: () => Bound | undefined): Bound | undefined {
  if (known.has(key)) return known.get(key);
  if (known.size >= maxKnown) known.clear();
  const bound = read();
  known.set(key, bound);
  return bound;
}

const countUnits = { "": 1, k: 1_000, m: 1_000_000, b: 1_000_000_000 };
const hourMs = 3_600_000;
const ageUnits = { m: 60_000, h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs };

/** A bound on a count: `>1M`. */
export const countBound = (text: string): Bound | undefined =>
  knownBound(`count ${text}`, () => readBound(text, countUnits));

/** A bound on an age in milliseconds, in minutes, hours, days or weeks: `>2d`. */
export const ageBound = (text: string): Bound | undefined => knownBound(`age ${text}`, () => readBound(text, ageUnits));
