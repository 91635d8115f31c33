/** True when a text holds every word of a query, in any case. An empty query matches every text. */
export function matchesWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
