import { listAgents } from "@/lib/contract/agents/list-agents";
import { callPath } from "@/lib/contract/client-path";
import { readIndexState, saveIndexState } from "@/lib/server/db/index-state";
import { agentsMissedByPass, deleteOldRemovals, markSeen, saveEntries } from "@/lib/server/db/indexed-agents";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { type ReadParts, removeIfDeleted } from "./read-agent";

const pageSize = "100";
const missedBatchSize = 100;
const removalRetentionMs = 7 * 24 * 3_600_000;
/** Agents created shortly before or during a pass aren't treated as missed. */
const marginMs = 60_000;

async function readPage({ calls, service }: ReadParts, cursor: string | undefined, urgent: boolean) {
  const readAt = new Date(service.clock.now());
  const query = { limit: pageSize, includeArchived: "true" as const, ...(cursor === undefined ? {} : { cursor }) };
  const { items, nextCursor } = await calls.call(listAgents, callPath(listAgents, {}, query), { urgent });
  return { items, nextCursor, readAt };
}

/** Reads pages of the newest agents until one contains nothing new. */
export async function readNewest(parts: ReadParts): Promise<void> {
  const { store, source } = parts;
  const { pass, passEndedAt } = await readIndexState(store, source);
  let cursor: string | undefined;
  do {
    const { items, nextCursor, readAt } = await readPage(parts, cursor, true);
    const changed = await saveEntries(store, { source, entries: items, pass, readAt });
    await saveIndexState(store, source, { polledAt: readAt, lastError: null, lastErrorAt: null });
    // Until the first pass is complete every page is new; the pass reads the remaining pages.
    cursor = changed === items.length && passEndedAt !== null ? nextCursor : undefined;
  } while (cursor !== undefined);
}

/** Reads one page of a full list pass. Returns true when the pass is complete. */
export async function readPassPage(parts: ReadParts): Promise<boolean> {
  const { store, source, service } = parts;
  const state = await readIndexState(store, source);
  const begins = state.cursor === null;
  const pass = begins ? state.pass + 1 : state.pass;
  if (begins) await saveIndexState(store, source, { pass, passBeganAt: new Date(service.clock.now()) });
  const page = await readPage(parts, state.cursor ?? undefined, false).catch(async (error: unknown) => {
    const unreadable = error instanceof UpstreamError && (error.status === 400 || error.status === 410);
    if (!unreadable || begins) throw error;
    // The service no longer accepts the cursor, so the pass restarts.
    await saveIndexState(store, source, { cursor: null });
    return undefined;
  });
  if (!page) return false;
  await saveEntries(store, { source, entries: page.items, pass, readAt: page.readAt });
  if (page.nextCursor !== undefined) {
    await saveIndexState(store, source, { cursor: page.nextCursor });
    return false;
  }
  await saveIndexState(store, source, { cursor: null, passEndedAt: new Date(service.clock.now()) });
  return true;
}

/** Checks agents the pass didn't include, and deletes those the service no longer has. */
export async function removeMissedAgents(parts: ReadParts): Promise<void> {
  const { store, source, service } = parts;
  const { pass, passBeganAt } = await readIndexState(store, source);
  if (!passBeganAt) return;
  const before = new Date(passBeganAt.getTime() - marginMs).toISOString();
  for (const id of await agentsMissedByPass(store, { source, pass, before, limit: missedBatchSize })) {
    if (!(await removeIfDeleted(parts, id, false))) await markSeen(store, id, pass);
  }
  await deleteOldRemovals(store, new Date(service.clock.now() - removalRetentionMs));
}
