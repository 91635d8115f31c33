import type { QueueRow } from "./queue-row";

/** Wait times of unclaimed requests, in milliseconds. */
export interface WaitStats {
  oldestMs: number;
  p50Ms: number;
  p95Ms: number;
}

/** Wait-time statistics; `undefined` without unclaimed requests. `now` is the dashboard's clock. */
export function waitStats(rows: readonly QueueRow[], now: number): WaitStats | undefined {
  const waits = rows
    .filter(({ claimedWorkerId }) => claimedWorkerId === undefined)
    .map(({ createdAtMs }) => Math.max(0, now - createdAtMs))
    .sort((a, b) => a - b);
  const at = (share: number) => waits[Math.max(0, Math.ceil(share * waits.length) - 1)] ?? 0;
  return waits.length === 0 ? undefined : { oldestMs: at(1), p50Ms: at(0.5), p95Ms: at(0.95) };
}

/** A running duration: `4:07`, `2:13:40`, `3 d 4 h`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
