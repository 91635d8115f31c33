import type { LiveFrame, Subject } from "@/lib/model/live/protocol";
import type { ResumePoint } from "@/lib/model/live/resume-point";
import { type FromHub, heartbeatMs, type ToHub, tabTimeoutMs } from "./hub-messages";
import type { LiveConnection } from "./live-connection";
import type { Timers } from "./live-source";

/** Frames buffered per subject for tabs that join later. */
const maxBufferedFrames = 25_000;
/** Minimum interval between notifications of received bytes. */
const beatThrottleMs = 500;

interface Tab {
  post(message: FromHub): void;
  subjects: Set<Subject>;
  waiting: LiveFrame[];
  lastSeenAt: number;
}

interface Topic {
  tabs: Set<Tab>;
  buffer: LiveFrame[];
  /** True while `buffer` contains all frames from the start. */
  isComplete: boolean;
  stop: () => void;
}

/** One live connection for all tabs of a browser. Distributes each frame to every tab that watches its subject. */
export class LiveHub {
  readonly #tabs = new Map<string, Tab>();
  readonly #topics = new Map<Subject, Topic>();
  readonly #stops: (() => void)[];
  #flushes = false;
  #beatSentAt = 0;

  constructor(
    private readonly connection: LiveConnection,
    private readonly timers: Timers,
    /** Wakes the connection when a tab is visible or online again. */
    private readonly wake: () => void,
  ) {
    this.#stops = [connection.onStateChange(() => this.#sendStates()), connection.onBytes(() => this.#receivedBytes())];
    this.#beat();
  }

  get tabs(): number {
    return this.#tabs.size;
  }

  /** Handles a tab's message; `post` sends to the tab. A tab is registered by its first message. */
  receive(tabId: string, message: ToHub, post: (message: FromHub) => void): void {
    if (message.kind === "bye") {
      this.#forget(tabId);
      return;
    }
    const known = this.#tabs.get(tabId);
    const tab = known ?? { post, subjects: new Set<Subject>(), waiting: [], lastSeenAt: 0 };
    tab.lastSeenAt = this.timers.now();
    if (!known) {
      this.#tabs.set(tabId, tab);
      post(this.#beatMessage());
    }
    if (message.kind === "watch") this.#watch(tab, message.subject, message.resume);
    else if (message.kind === "leave") this.#leave(tab, message.subject);
    else if (message.kind === "retry") this.connection.retry(message.subject);
    else if (message.kind === "wake") this.wake();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const topic of this.#topics.values()) topic.stop();
    this.#topics.clear();
    this.#tabs.clear();
  }

  #watch(tab: Tab, subject: Subject, resume: ResumePoint): void {
    tab.subjects.add(subject);
    const known = this.#topics.get(subject);
    if (!known) {
      const topic: Topic = {
        tabs: new Set([tab]),
        buffer: [],
        isComplete: resume.after === undefined,
        stop: () => undefined,
      };
      this.#topics.set(subject, topic);
      topic.stop = this.connection.watch(subject, (frame) => this.#deliver(topic, frame), resume);
    } else {
      known.tabs.add(tab);
      // The cause may be fixed, for example after signing in again.
      if (this.connection.stateOf(subject).state === "failed") this.connection.retry(subject);
      const missed = framesAfter(known, resume);
      if (missed) this.#send(tab, missed);
      else {
        // The missing frames are no longer buffered: everything is sent again, and the other tabs' reducers ignore duplicates.
        known.buffer = [];
        known.isComplete = true;
        this.connection.rewind(subject);
      }
    }
    tab.post({ kind: "states", states: [[subject, this.connection.stateOf(subject)]] });
  }

  #leave(tab: Tab, subject: Subject): void {
    tab.subjects.delete(subject);
    const topic = this.#topics.get(subject);
    if (!topic?.tabs.delete(tab) || topic.tabs.size > 0) return;
    topic.stop();
    this.#topics.delete(subject);
  }

  #forget(tabId: string): void {
    const tab = this.#tabs.get(tabId);
    this.#tabs.delete(tabId);
    for (const subject of [...(tab?.subjects ?? [])]) if (tab) this.#leave(tab, subject);
  }

  #deliver(topic: Topic, frame: LiveFrame): void {
    topic.buffer.push(frame);
    if (topic.buffer.length > maxBufferedFrames * 1.25) {
      topic.buffer = topic.buffer.slice(-maxBufferedFrames);
      topic.isComplete = false;
    }
    for (const tab of topic.tabs) this.#send(tab, [frame]);
  }

  /** Batches frames received together into one message. */
  #send(tab: Tab, frames: readonly LiveFrame[]): void {
    for (const frame of frames) tab.waiting.push(frame);
    if (this.#flushes) return;
    this.#flushes = true;
    queueMicrotask(() => {
      this.#flushes = false;
      for (const each of this.#tabs.values()) {
        if (each.waiting.length > 0) each.post({ kind: "frames", frames: each.waiting.splice(0) });
      }
    });
  }

  #sendStates(): void {
    for (const tab of this.#tabs.values()) {
      const states = [...tab.subjects].map((subject) => [subject, this.connection.stateOf(subject)] as const);
      if (states.length > 0) tab.post({ kind: "states", states });
    }
  }

  #beatMessage(): FromHub {
    const silent = this.connection.silentFor();
    return { kind: "beat", receivedAt: this.connection.isOpen ? this.timers.now() - silent : undefined };
  }

  #receivedBytes(): void {
    if (this.timers.now() - this.#beatSentAt < beatThrottleMs) return;
    this.#beatSentAt = this.timers.now();
    for (const tab of this.#tabs.values()) tab.post(this.#beatMessage());
  }

  #beat(): void {
    const cancel = this.timers.after(heartbeatMs, () => {
      const now = this.timers.now();
      for (const [tabId, tab] of this.#tabs) {
        if (now - tab.lastSeenAt > tabTimeoutMs) this.#forget(tabId);
        else tab.post(this.#beatMessage());
      }
      this.#stops.pop();
      this.#beat();
    });
    this.#stops.push(cancel);
  }
}

/** The frames after `resume`; `undefined` when some of them are no longer buffered. */
function framesAfter({ buffer, isComplete }: Topic, { after }: ResumePoint): readonly LiveFrame[] | undefined {
  if (after !== undefined) {
    const at = buffer.findLastIndex(({ id }) => id === after);
    if (at >= 0) return buffer.slice(at + 1);
  }
  return isComplete ? buffer : undefined;
}
