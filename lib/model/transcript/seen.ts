const bucketCount = 64;

/**
 * An immutable set of strings. Two levels of small maps: adding copies about a hundred references regardless of size, while
 * copying a Set of 20,000 ids per frame would be too slow.
 */
export interface SeenEvents {
  readonly buckets: readonly (readonly (readonly string[])[] | undefined)[];
}

export const emptySeen: SeenEvents = { buckets: [] };

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
}

export function has(seen: SeenEvents, text: string): boolean {
  const at = hash(text);
  return seen.buckets[at % bucketCount]?.[(at >>> 6) % bucketCount]?.includes(text) ?? false;
}

/** Adds strings. Each changed part is copied once. */
export function addAll(seen: SeenEvents, texts: Iterable<string>): SeenEvents {
  const buckets = [...seen.buckets];
  const copied = new Map<number, (readonly string[])[]>();
  for (const text of texts) {
    const at = hash(text);
    const outer = at % bucketCount;
    const inner = (at >>> 6) % bucketCount;
    const bucket = copied.get(outer) ?? [...(buckets[outer] ?? [])];
    copied.set(outer, bucket);
    bucket[inner] = [...(bucket[inner] ?? []), text];
    buckets[outer] = bucket;
  }
  return { buckets };
}
