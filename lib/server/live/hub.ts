import type { RunSubject, RunSubscription } from "@/lib/model/live/subscription";
import type { Service } from "@/lib/server/upstream/client/service";
import type { Bounds } from "./frame-log";
import type { Recorder } from "./recorder";
import { Topic } from "./topic";
import { Viewer } from "./viewer";

/** How long a stream stays open after its last viewer leaves, for page changes and reconnects. */
const graceMs = 10_000;
const defaultBounds: Bounds = { frames: 50_000, size: 32 * 1024 * 1024 };
/** Shared by all streams: a browser may follow 64 runs, and there may be many browsers. */
const defaultTotalSize = 256 * 1024 * 1024;

export interface HubOptions {
  service: Service;
  shutdown: AbortSignal;
  bounds?: Bounds;
  /** Bytes or characters kept by all streams combined. Each gets an equal share, up to its own limit. */
  totalSize?: number;
  random?: () => number;
  /** Records streams, and replays what the service no longer has. */
  recorder?: Recorder;
}

interface Entry {
  topic: Topic;
  viewers: number;
  cancelClose: (() => void) | undefined;
}

/** Opens one upstream stream per subject, shared by all its viewers. */
export class Hub {
  readonly #entries = new Map<string, Entry>();
  /** The current limits of each stream. */
  readonly #bounds: Bounds;

  constructor(private readonly options: HubOptions) {
    const { bounds = defaultBounds, totalSize = defaultTotalSize } = options;
    const entries = this.#entries;
    this.#bounds = {
      frames: bounds.frames,
      get size() {
        return Math.min(bounds.size, totalSize / Math.max(entries.size, 1));
      },
    };
  }

  /** Number of open streams. */
  get size(): number {
    return this.#entries.size;
  }

  /** Bytes or characters kept for viewers, without recordings that are being replayed. */
  get keptSize(): number {
    return [...this.#entries.values()].reduce((sum, { topic }) => sum + topic.log.size, 0);
  }

  /** True while the stream of a subject is open. */
  holds(subject: RunSubject): boolean {
    return this.#entries.has(subject.name);
  }

  /** Drops all data of a deleted agent. Remaining viewers get the service's not-found error. */
  forget(agentId: string): void {
    for (const [name, { topic }] of this.#entries) {
      if (topic.subject.agentId !== agentId) continue;
      topic.close();
      this.#entries.delete(name);
    }
  }

  /** Starts a stream before its viewer connects, so its events are ready when the page loads. */
  prepare(subject: RunSubject): void {
    const entry = this.#entryFor(subject);
    if (entry.viewers > 0) return;
    entry.cancelClose?.();
    this.#closeLater(entry);
  }

  /** Joins a subject; `onReady` is called when the viewer may have messages. */
  view(subscription: RunSubscription, onReady: () => void): Viewer {
    const entry = this.#entryFor(subscription.subject);
    entry.viewers += 1;
    entry.cancelClose?.();
    entry.cancelClose = undefined;
    return new Viewer(entry.topic, subscription.after, onReady, () => this.#left(entry));
  }

  #entryFor(subject: RunSubject): Entry {
    const known = this.#entries.get(subject.name);
    // Reopens a failed stream, because the cause may be fixed.
    if (known && known.topic.state.state !== "failed") return known;
    const { service, shutdown, random = Math.random, recorder } = this.options;
    const topic = new Topic(subject, { service, bounds: this.#bounds, random, recorder }, shutdown);
    const entry: Entry = { topic, viewers: 0, cancelClose: undefined };
    this.#entries.set(subject.name, entry);
    // Viewers that still need a dropped frame read it from the service.
    for (const each of this.#entries.values()) each.topic.log.trim();
    return entry;
  }

  #left(entry: Entry): void {
    entry.viewers -= 1;
    if (entry.viewers === 0) this.#closeLater(entry);
  }

  #closeLater(entry: Entry): void {
    entry.cancelClose = this.options.service.clock.after(graceMs, () => {
      entry.topic.close();
      const name = entry.topic.subject.name;
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
    });
  }
}
