import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Clock } from "@/lib/core/clock";

/** A position in a team's sequence of queue events. */
export interface QueueCursor {
  teamId: number;
  sequence: number;
  /** Time of the list request the cursor descends from. */
  issuedAt: number;
  /** The list's filters; see `filterKey`. */
  filter: string;
}

/** Cursors of the pending-request watch: opaque, signed, and valid for five minutes after the list request. */
export interface QueueCursors {
  write(cursor: QueueCursor): string;
  /** Returns undefined for a malformed or forged cursor. */
  read(text: string): QueueCursor | undefined;
  /** Milliseconds until a cursor expires; 0 when it has. */
  timeLeft(cursor: QueueCursor): number;
}

export interface WithQueueCursors {
  queueCursors: QueueCursors;
}

export const queueCursorLifetimeMs = 5 * 60_000;
const form = /^c_([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{22})$/;
const payload = /^([0-9]{1,10}) ([0-9]{1,15}) ([0-9]{1,15}) ([A-Za-z0-9_-]*)$/;

/** Services that share a database also share `encryptionKey`, so they accept each other's cursors. */
export function createQueueCursors(encryptionKey: Buffer, clock: Clock): QueueCursors {
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", "slipway queue cursors", 32));
  const signature = (text: string) => createHmac("sha256", key).update(text).digest().subarray(0, 16);

  return {
    write({ teamId, sequence, issuedAt, filter }) {
      const text = `${teamId} ${sequence} ${issuedAt} ${filter}`;
      return `c_${Buffer.from(text).toString("base64url")}.${signature(text).toString("base64url")}`;
    },
    read(cursor) {
      const [, encoded = "", signed = ""] = form.exec(cursor) ?? [];
      const text = Buffer.from(encoded, "base64url").toString("utf8");
      const received = Buffer.from(signed, "base64url");
      const expected = signature(text);
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined;
      const [, team, sequence, issued, filter] = payload.exec(text) ?? [];
      if (filter === undefined) return undefined;
      return { teamId: Number(team), sequence: Number(sequence), issuedAt: Number(issued), filter };
    },
    timeLeft: ({ issuedAt }) => Math.max(0, issuedAt + queueCursorLifetimeMs - clock.now()),
  };
}
