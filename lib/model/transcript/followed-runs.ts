import type { Transcripts } from "./conversation-store";

/** The live channel carries at most 64 subjects. */
export const maxFollowed = 64;

/**
 * The runs to stream. With more runs than the live channel carries, completely received ones are dropped, oldest first:
 * their transcripts stay.
 */
export function followedRuns(runIds: readonly string[], transcripts: Transcripts): readonly string[] {
  if (runIds.length <= maxFollowed) return runIds;
  const done = (id: string) => transcripts.get(id)?.done === true;
  const missing = runIds.filter((id) => !done(id)).slice(-maxFollowed);
  const room = maxFollowed - missing.length;
  const kept = new Set([...missing, ...(room > 0 ? runIds.filter(done).slice(-room) : [])]);
  return runIds.filter((id) => kept.has(id));
}
