const words: ReadonlyMap<string, string> = new Map([
  ["queued", "sent again now"],
  ["already_in_flight", "already being sent"],
  ["not_found", "no longer there"],
]);

/** What became of deliveries that were to be sent again: "2 sent again now, 1 no longer there". */
export function redeliveryWords(results: readonly { outcome: string }[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} ${words.get(outcome) ?? outcome}`).join(", ");
}
