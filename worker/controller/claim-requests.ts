import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { QueueView } from "@/lib/contract/pools/queue-view";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { ClaimJournal, JournalEntry } from "./claim-journal";
import { type ClaimResult, type PoolApi, PoolApiError } from "./pool-api";
import type { Launch } from "./spawn-hook";

/** What worker ids of controllers begin with: a hook may start such a worker again, no other. */
const idPrefix = "ctrl-";
/** Exit codes by which a hook says that the workspace of the worker it should wake is gone. */
const workspaceGone: ReadonlySet<number> = new Set([3, 66]);
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

export interface ClaimOptions {
  api: Pick<PoolApi, "claim" | "release" | "sessionToken" | "isConnected">;
  apiKey: string;
  endpoint: string;
  /** Pools to serve; `undefined` means all. */
  pools: readonly string[] | undefined;
  sessionToken: boolean;
  /** Starts a worker; answers the hook's exit code. */
  launch(launch: Launch): Promise<number>;
  journal: ClaimJournal;
  clock: Clock;
  ids: Ids;
  log: Log;
}

const poolOf = ({ labels }: PendingRequest) => labels.find(({ key }) => key === "pool")?.value ?? "default";
/** A request that waits again, or whose worker went offline again, is another occasion. */
const occasion = ({ createdAtMs, claimedWorkerId }: PendingRequest) => `${createdAtMs} ${claimedWorkerId ?? ""}`;
const isStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof PoolApiError && statuses.includes(error.status);

/**
 * Claims what waits and starts a worker for it, wakes workers that have a follow-up waiting, and gives a claim back whose
 * worker could not be started. Call `look` with the queue whenever it changed: what is under way is not begun twice.
 */
export function createClaimer(options: ClaimOptions) {
  const { api, journal, clock, ids, log } = options;
  const underWay = new Set<string>();
  /** Requests that were seen to, by what was seen. */
  const done = new Map<string, string>();
  const pauses = new Map<string, { ms: number; until: number }>();
  const tails = new Set<Promise<void>>();
  let view: QueueView = new Map();
  let stopped = false;

  /** Gives a claim back. A 404 says that it is gone already, and is not asked again. */
  async function release(entry: JournalEntry): Promise<void> {
    await api.release(entry.id).catch((error) => {
      if (!isStatus(error, 404)) throw error;
    });
    await journal.strike(entry);
  }

  function credentialOf(claim: ClaimResult): Launch["credential"] {
    if (claim.token === undefined) return { apiKey: options.apiKey };
    return { token: claim.token, expiresAt: claim.expiresAt ?? "" };
  }

  async function start(request: PendingRequest, claim: ClaimResult, wake: Launch["wake"]): Promise<number> {
    const { endpoint } = options;
    const { workerId } = claim;
    return options.launch({
      workerId,
      request,
      pool: poolOf(request),
      credential: credentialOf(claim),
      endpoint,
      wake,
    });
  }

  async function claimAndStart(request: PendingRequest): Promise<boolean> {
    const entry = { id: request.id, workerId: `${idPrefix}${ids.uuid()}` };
    await journal.note(entry);
    let claim: ClaimResult;
    try {
      claim = await api.claim(entry.id, entry.workerId, options.sessionToken);
    } catch (error) {
      // Somebody else was faster, or it is gone: nothing is ours.
      if (!isStatus(error, 404, 409)) throw error;
      await journal.strike(entry);
      return true;
    }
    const code = await start(request, claim, undefined);
    if (code === 0) {
      await journal.strike(entry);
      return true;
    }
    log.error(
      { id: entry.id, workerId: entry.workerId, code },
      "the worker could not be started; its claim is released",
    );
    await release(entry);
    return false;
  }

  async function wake(request: PendingRequest, workerId: string): Promise<boolean> {
    const { id, wakeTimeoutMs = 0 } = request;
    if (!workerId.startsWith(idPrefix)) return true;
    const claim = options.sessionToken ? await api.sessionToken(id, workerId) : { id, workerId };
    const code = await start(request, claim, { timeoutMs: wakeTimeoutMs });
    if (code === 0) return true;
    log.warn({ id, workerId, code }, "a worker could not be woken");
    if (!workspaceGone.has(code)) return false;
    await release({ id, workerId });
    return true;
  }

  async function seeTo(request: PendingRequest): Promise<void> {
    const { id, claimedWorkerId } = request;
    const good = await (claimedWorkerId === undefined ? claimAndStart(request) : wake(request, claimedWorkerId)).catch(
      (error) => {
        if (isStatus(error, 404, 409)) return true;
        log.warn({ err: error, id }, "a request could not be seen to");
        return false;
      },
    );
    if (good) {
      done.set(id, occasion(request));
      pauses.delete(id);
      return;
    }
    const ms = Math.min(longestPauseMs, (pauses.get(id)?.ms ?? firstPauseMs / 2) * 2);
    pauses.set(id, { ms, until: clock.now() + ms });
    clock.after(ms, () => look(view));
  }

  function wanted(request: PendingRequest): boolean {
    if (underWay.has(request.id) || done.get(request.id) === occasion(request)) return false;
    if ((pauses.get(request.id)?.until ?? 0) > clock.now()) return false;
    return options.pools === undefined || options.pools.includes(poolOf(request));
  }

  function look(current: QueueView): void {
    view = current;
    for (const id of done.keys()) if (!view.has(id)) done.delete(id);
    for (const id of pauses.keys()) if (!view.has(id)) pauses.delete(id);
    if (stopped) return;
    for (const request of view.values()) {
      if (!wanted(request)) continue;
      underWay.add(request.id);
      const tail: Promise<void> = seeTo(request).finally(() => {
        underWay.delete(request.id);
        tails.delete(tail);
        // It may have come back to the queue meanwhile.
        look(view);
      });
      tails.add(tail);
    }
  }

  return {
    look,
    /** Gives back what a controller before this one claimed and did not start. */
    async recover(): Promise<void> {
      for (const entry of await journal.left()) {
        if (await api.isConnected(entry.workerId)) await journal.strike(entry);
        else await release(entry);
      }
    },
    /** Begins nothing more; resolves when what is under way has ended or `graceMs` are over. */
    async stop(graceMs: number): Promise<void> {
      stopped = true;
      await Promise.race([Promise.all(tails), new Promise<void>((resolve) => clock.after(graceMs, resolve))]);
    },
  };
}
