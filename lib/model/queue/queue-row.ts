import type { PendingRequest } from "@/lib/contract/pools/pending-request";

/** A pending request as the dashboard shows it. Times are Unix milliseconds. */
export interface QueueRow {
  /** The agent's id. */
  id: string;
  /** Who asked: an address, or the id of a service account. */
  owner: string;
  /** `owner/name`; absent when any worker of the pool may take it. */
  repository?: string | undefined;
  repoUrls?: readonly string[] | undefined;
  pool?: string | undefined;
  labels: readonly { key: string; value: string }[];
  createdAtMs: number;
  /** With `reconnectByMs`: claimed, and the worker is away. */
  claimedWorkerId?: string | undefined;
  /** When the worker's time to come back ends, by the dashboard's clock. */
  reconnectByMs?: number | undefined;
}

const labelOf = ({ labels }: PendingRequest, name: string) => labels.find(({ key }) => key === name)?.value;

/** What is shown of a request that was told of at `now`. */
export function rowOf(request: PendingRequest, now: number): QueueRow {
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

/** The time left travels as a duration, so two tellings of one moment differ by their journeys. */
const sameMomentMs = 2_000;

/** True when two rows say the same. */
export function sameRow(a: QueueRow, b: QueueRow): boolean {
  const { reconnectByMs: left = 0, ...rest } = a;
  const { reconnectByMs: right = 0, ...others } = b;
  return Math.abs(left - right) < sameMomentMs && JSON.stringify(rest) === JSON.stringify(others);
}
