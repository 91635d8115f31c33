const labels: ReadonlyMap<string, string> = new Map([
  ["queued", "sent again now"],
  ["already_in_flight", "already being sent"],
  ["not_found", "no longer there"],
]);

/** The outcome of a redelivery: "2 sent again now, 1 no longer there". */
export function redeliveryLabel(results: readonly { outcome: string }[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} ${labels.get(outcome) ?? outcome}`).join(", ");
}
