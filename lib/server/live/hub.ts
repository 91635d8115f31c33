import type { RunSubject, RunSubscription } from "@/lib/model/live/subscription";
import type { Service } from "@/lib/server/upstream/client/service";
import type { Bounds } from "./frame-log";
import type { Recorder } from "./recorder";
import { Topic } from "./topic";
import { Viewer } from "./viewer";

/** How long a stream is kept after its last viewer left: page changes and reconnects find it still open. */
const graceMs = 10_000;
const defaultBounds: Bounds = { frames: 50_000, size: 32 * 1024 * 1024 };

export interface HubOptions {
  service: Service;
  shutdown: AbortSignal;
  bounds?: Bounds;
  random?: () => number;
  /** Keeps what streams bring, and shows what the service no longer keeps. */
  recorder?: Recorder;
}

interface Entry {
  topic: Topic;
  viewers: number;
  cancelClose: (() => void) | undefined;
}

/** One stream at the service for each subject, whatever the number of its viewers. */
export class Hub {
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly options: HubOptions) {}

  /** How many streams are held. */
  get size(): number {
    return this.#entries.size;
  }

  /** True while the stream of a subject is held. */
  holds(subject: RunSubject): boolean {
    return this.#entries.has(subject.name);
  }

  /** Drops everything held of a deleted agent. Remaining viewers get the service's not-found error. */
  forget(agentId: string): void {
    for (const [name, { topic }] of this.#entries) {
      if (topic.subject.agentId !== agentId) continue;
      topic.close();
      this.#entries.delete(name);
    }
  }

  /** Begins a stream whose viewer is on the way: what it brings is there when the page is. */
  prepare(subject: RunSubject): void {
    const entry = this.#entryFor(subject);
    if (entry.viewers > 0) return;
    entry.cancelClose?.();
    this.#closeLater(entry);
  }

  /** Joins a subject; `onReady` is called whenever the viewer may have something to take. */
  view(subscription: RunSubscription, onReady: () => void): Viewer {
    const entry = this.#entryFor(subscription.subject);
    entry.viewers += 1;
    entry.cancelClose?.();
    entry.cancelClose = undefined;
    return new Viewer(entry.topic, subscription.after, onReady, () => this.#left(entry));
  }

  #entryFor(subject: RunSubject): Entry {
    const known = this.#entries.get(subject.name);
    // A failed stream is opened again; the cause may be fixed.
    if (known && known.topic.state.state !== "failed") return known;
    const { service, shutdown, bounds = defaultBounds, random = Math.random, recorder } = this.options;
    const topic = new Topic(subject, { service, bounds, random, recorder }, shutdown);
    const entry: Entry = { topic, viewers: 0, cancelClose: undefined };
    this.#entries.set(subject.name, entry);
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
