/** The URL hash of an event: `#<run id>/<event id>`, both encoded. */
export function eventHash(run: string, eventId: string): string {
  return `#${encodeURIComponent(run)}/${encodeURIComponent(eventId)}`;
}

/** Parses a hash from {@link eventHash}; `undefined` for anything else. */
export function parseEventHash(hash: string): { runId: string; eventId: string } | undefined {
  const [runId, eventId, ...more] = hash.replace(/^#/, "").split("/");
  if (!runId || !eventId || more.length > 0) return undefined;
  try {
    return { runId: decodeURIComponent(runId), eventId: decodeURIComponent(eventId) };
  } catch {
    return undefined;
  }
}
