import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Clock } from "@/lib/core/clock";

/** A place in a team's sequence of queue events. */
export interface QueueCursor {
  teamId: number;
  sequence: number;
  /** When the list was made that this cursor, over any number of events, comes from. */
  issuedAt: number;
  /** What the list selected by; see `filterKey`. */
  filter: string;
}

/** Makes and reads cursors of the pending-request watch: opaque, signed, good for five minutes after their list. */
export interface QueueCursors {
  write(cursor: QueueCursor): string;
  /** `undefined` when it is none of this service's, however that came about. */
  read(text: string): QueueCursor | undefined;
  /** Milliseconds until a cursor expires; 0 when it has. */
  timeLeft(cursor: QueueCursor): number;
}

export interface WithQueueCursors {
  queueCursors: QueueCursors;
}

const lifetimeMs = 5 * 60_000;
const form = /^c_([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{22})$/;
const payload = /^([0-9]{1,10}) ([0-9]{1,15}) ([0-9]{1,15}) ([A-Za-z0-9_-]*)$/;

/** `encryptionKey` is the service's own; services that share a database share it. */
export function createQueueCursors(encryptionKey: Buffer, clock: Clock): QueueCursors {
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", "slipway queue cursors", 32));
  const signature = (text: string) => createHmac("sha256", key).update(text).digest().subarray(0, 16);

  return {
    write({ teamId, sequence, issuedAt, filter }) {
      const text = `${teamId} ${sequence} ${issuedAt} ${filter}`;
      return `c_${Buffer.from(text).toString("base64url")}.${signature(text).toString("base64url")}`;
    },
    read(given) {
      const [, encoded = "", signed = ""] = form.exec(given) ?? [];
      const text = Buffer.from(encoded, "base64url").toString("utf8");
      const mark = Buffer.from(signed, "base64url");
      const right = signature(text);
      if (mark.length !== right.length || !timingSafeEqual(mark, right)) return undefined;
      const [, team, sequence, issued, filter] = payload.exec(text) ?? [];
      if (filter === undefined) return undefined;
      return { teamId: Number(team), sequence: Number(sequence), issuedAt: Number(issued), filter };
    },
    timeLeft: ({ issuedAt }) => Math.max(0, issuedAt + lifetimeMs - clock.now()),
  };
}
