import { plainText, truncateWithNote } from "@/lib/core/plain-text";

interface Bounds {
  text: number;
  items: number;
  depth: number;
}

function bounded(value: unknown, bounds: Bounds, depth: number): unknown {
  if (typeof value === "string") return truncateWithNote(plainText(value), bounds.text);
  if (value === null || typeof value !== "object") return value;
  if (depth >= bounds.depth) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.slice(0, bounds.items).map((item) => bounded(item, bounds, depth + 1));
  const members = Object.entries(value).slice(0, bounds.items);
  return Object.fromEntries(
    members.map(([key, member]) => [truncateWithNote(plainText(key), 200), bounded(member, bounds, depth + 1)]),
  );
}

/** Returns the size of a value as JSON, in bytes. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

const exhaustive: Bounds = { text: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY, depth: 64 };
const tighter: readonly Bounds[] = [
  { text: 32_768, items: 1_000, depth: 16 },
  { text: 4_096, items: 200, depth: 10 },
  { text: 512, items: 50, depth: 8 },
  { text: 64, items: 10, depth: 6 },
];

/** Applies `plainText` to all strings in a value. */
export function plainJson(value: unknown): unknown {
  return bounded(value, exhaustive, 0);
}

/**
 * Truncates a value to `limit` bytes of JSON and keeps its types. Long strings are truncated with a note; long lists are truncated.
 */
export function boundedJson(value: unknown, limit: number): unknown {
  let result: unknown = value;
  for (const bounds of tighter) {
    result = bounded(value, bounds, 0);
    if (jsonBytes(result) <= limit) break;
  }
  return result;
}
