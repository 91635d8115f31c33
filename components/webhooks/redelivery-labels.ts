const labels: ReadonlyMap<string, string> = new Map([
  ["queued", "redelivered"],
  ["already_in_flight", "already being sent"],
  ["not_found", "not found"],
]);

/** A summary of a redelivery: "2 redelivered, 1 not found". */
export function redeliveryLabel(results: readonly { outcome: string }[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} ${labels.get(outcome) ?? outcome}`).join(", ");
}
