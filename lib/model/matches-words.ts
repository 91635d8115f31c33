/** True if a text contains every word of a query, ignoring case. An empty query matches every text. */
export function matchesWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
