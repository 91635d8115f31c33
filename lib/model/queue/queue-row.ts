import type { PendingRequest } from "@/lib/contract/pools/pending-request";

/** A pending request as the dashboard shows it. Times are Unix milliseconds. */
export interface QueueRow {
  /** The agent's id. */
  id: string;
  /** The requester's email address, or the id of a service account. */
  owner: string;
  /** `owner/name`; absent when any worker of the pool may take it. */
  repository?: string | undefined;
  repoUrls?: readonly string[] | undefined;
  pool?: string | undefined;
  labels: readonly { key: string; value: string }[];
  createdAtMs: number;
  /** With `reconnectByMs`: claimed by a worker that is offline. */
  claimedWorkerId?: string | undefined;
  /** Until when the worker can reconnect, on the dashboard's clock. */
  reconnectByMs?: number | undefined;
}

const labelOf = ({ labels }: PendingRequest, name: string) => labels.find(({ key }) => key === name)?.value;

/** The row of a request that was received at `now`. */
export function toQueueRow(request: PendingRequest, now: number): QueueRow {
  const { id, userId, userEmail, serviceAccountId, repoOwner, repoName, repoUrl, repoUrls } = request;
  const repository = labelOf(request, "repo") ?? (repoOwner && repoName ? `${repoOwner}/${repoName}` : undefined);
  const pool = labelOf(request, "pool");
  const urls = repoUrls ?? (repoUrl ? [repoUrl] : []);
  return {
    id,
    owner: userEmail ?? serviceAccountId ?? `user ${userId}`,
    ...(repository === undefined ? {} : { repository }),
    ...(urls.length > 0 ? { repoUrls: urls } : {}),
    ...(pool === undefined ? {} : { pool }),
    labels: request.labels.map(({ key, value }) => ({ key, value })),
    createdAtMs: request.createdAtMs,
    ...(request.claimedWorkerId === undefined ? {} : { claimedWorkerId: request.claimedWorkerId }),
    ...(request.wakeTimeoutMs === undefined ? {} : { reconnectByMs: now + request.wakeTimeoutMs }),
  };
}

/** Deadlines are sent as durations, so network latency makes two messages about one deadline differ slightly. */
const toleranceMs = 2_000;

/** True when two rows are equal, up to latency. */
export function sameRow(a: QueueRow, b: QueueRow): boolean {
  const { reconnectByMs: left = 0, ...rest } = a;
  const { reconnectByMs: right = 0, ...others } = b;
  return Math.abs(left - right) < toleranceMs && JSON.stringify(rest) === JSON.stringify(others);
}
