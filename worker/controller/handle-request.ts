import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { ClaimJournal, JournalEntry } from "./claim-journal";
import { type ClaimResult, type PoolApi, PoolApiError } from "./pool-api";
import type { Launch } from "./spawn-hook";

/** Prefix of worker ids that controllers generate. Only those workers can be woken by a hook. */
const idPrefix = "ctrl-";
/** Hook exit codes for a worker whose workspace no longer exists. */
const workspaceLostCodes: ReadonlySet<number> = new Set([3, 66]);

export interface HandlerOptions {
  api: Pick<PoolApi, "claim" | "release" | "sessionToken">;
  apiKey: string;
  endpoint: string;
  sessionToken: boolean;
  /** Starts a worker. Returns the hook's exit code. */
  launch(launch: Launch): Promise<number>;
  journal: ClaimJournal;
  ids: Ids;
  log: Log;
}

export const poolName = ({ labels }: PendingRequest) => labels.find(({ key }) => key === "pool")?.value ?? "default";
const isStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof PoolApiError && statuses.includes(error.status);

/** Handles a request: claims it and starts a worker, or wakes the worker that has claimed it. */
export function createRequestHandler(options: HandlerOptions) {
  const { api, journal, ids, log, apiKey, endpoint } = options;

  /** Releases a claim. 404 means it was already released. */
  async function release(entry: JournalEntry): Promise<void> {
    await api.release(entry.id).catch((error) => {
      if (!isStatus(error, 404)) throw error;
    });
    await journal.remove(entry);
  }

  function start(request: PendingRequest, claim: ClaimResult, wake: Launch["wake"]): Promise<number> {
    const { workerId, token, expiresAt = "" } = claim;
    const credential = token === undefined ? { apiKey } : { token, expiresAt };
    return options.launch({ workerId, request, pool: poolName(request), credential, endpoint, wake });
  }

  async function claimAndStart(request: PendingRequest): Promise<boolean> {
    const entry = { id: request.id, workerId: `${idPrefix}${ids.uuid()}` };
    await journal.add(entry);
    let claim: ClaimResult;
    try {
      claim = await api.claim(entry.id, entry.workerId, options.sessionToken);
    } catch (error) {
      // Another controller claimed it first, or it no longer exists.
      if (!isStatus(error, 404, 409)) throw error;
      await journal.remove(entry);
      return true;
    }
    const code = await start(request, claim, undefined);
    if (code === 0) {
      await journal.remove(entry);
      return true;
    }
    log.error({ id: entry.id, workerId: entry.workerId, code }, "couldn't start a worker; releasing its claim");
    await release(entry);
    return false;
  }

  async function wake(request: PendingRequest, workerId: string): Promise<boolean> {
    const { id, wakeTimeoutMs = 0 } = request;
    if (!workerId.startsWith(idPrefix)) return true;
    const claim = options.sessionToken ? await api.sessionToken(id, workerId) : { id, workerId };
    const code = await start(request, claim, { timeoutMs: wakeTimeoutMs });
    if (code === 0) return true;
    log.warn({ id, workerId, code }, "couldn't wake a worker");
    if (!workspaceLostCodes.has(code)) return false;
    await release({ id, workerId });
    return true;
  }

  return {
    release,
    /** Resolves true when the request is done, false when it should be retried. */
    async handle(request: PendingRequest): Promise<boolean> {
      const { id, claimedWorkerId } = request;
      try {
        return await (claimedWorkerId === undefined ? claimAndStart(request) : wake(request, claimedWorkerId));
      } catch (error) {
        if (isStatus(error, 404, 409)) return true;
        log.warn({ err: error, id }, "couldn't handle a request");
        return false;
      }
    },
  };
}
