import { reduceAll } from "./reduce";
import { emptyTranscript, type Frame, type Transcript } from "./state";

/** Subscribes to the frames of a run. Returns a function that unsubscribes. */
type FollowRun = (runId: string, deliver: (frame: Frame) => void) => () => void;

/** Runs a callback before the next paint, or soon if nothing is painted. */
export type Schedule = (callback: () => void) => void;

interface Followed {
  stop: () => void;
  waiting: Frame[];
}

export type Transcripts = ReadonlyMap<string, Transcript>;

/** This many frames between two paints are a replay, so rendering now would be wasted. */
const replayThreshold = 500;
/** Maximum number of consecutive paints without rendering during a replay. */
const maxSkippedPaints = 20;

/**
 * The transcripts of an agent's runs. Frames are reduced in batches: one change per paint, regardless of the number of
 * frames.
 */
export class ConversationStore {
  readonly #followed = new Map<string, Followed>();
  readonly #listeners = new Set<() => void>();
  #transcripts: Transcripts = new Map();
  #scheduled = false;
  /** Paints since frames arrived that listeners weren't notified of. */
  #skippedPaints = 0;

  constructor(
    private readonly followRun: FollowRun,
    private readonly schedule: Schedule,
  ) {}

  /** Follows exactly these runs. The transcripts of others are dropped. */
  follow(runIds: readonly string[]): void {
    const wanted = new Set(runIds);
    this.#stopAllBut(wanted);
    const kept = [...this.#transcripts].filter(([runId]) => wanted.has(runId));
    if (kept.length < this.#transcripts.size) this.#transcripts = new Map(kept);
    for (const runId of wanted) {
      if (this.#followed.has(runId)) continue;
      const waiting: Frame[] = [];
      this.#followed.set(runId, { waiting, stop: this.followRun(runId, (frame) => this.#take(waiting, frame)) });
    }
  }

  /** Stops following. A run that is followed again continues, because the reducer drops known events. */
  close(): void {
    this.#stopAllBut(new Set());
  }

  #stopAllBut(wanted: ReadonlySet<string>): void {
    for (const [runId, { stop }] of this.#followed) {
      if (wanted.has(runId)) continue;
      stop();
      this.#followed.delete(runId);
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): Transcripts => this.#transcripts;

  #take(waiting: Frame[], frame: Frame): void {
    waiting.push(frame);
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.schedule(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    let next: Map<string, Transcript> | undefined;
    let count = 0;
    for (const [runId, followed] of this.#followed) {
      const frames = followed.waiting.splice(0);
      count += frames.length;
      const before = this.#transcripts.get(runId) ?? emptyTranscript;
      const after = reduceAll(before, frames);
      if (after === before) continue;
      next ??= new Map(this.#transcripts);
      next.set(runId, after);
    }
    if (next) this.#transcripts = next;
    else if (this.#skippedPaints === 0) return;
    this.#skippedPaints += 1;
    if (count >= replayThreshold && this.#skippedPaints < maxSkippedPaints) {
      this.#flushSoon();
      return;
    }
    this.#skippedPaints = 0;
    for (const listener of this.#listeners) listener();
  }
}

const withoutPaintMs = 200;

/** A hidden tab doesn't paint, so a timer is used. */
export const beforePaint: Schedule = (callback) => {
  let called = false;
  const once = () => {
    if (called) return;
    called = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, withoutPaintMs);
};
