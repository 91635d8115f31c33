import type { LiveFrame, Subject, SubjectState } from "@/lib/model/live/protocol";
import { advance, fromStart, type ResumePoint } from "@/lib/model/live/resume-point";
import { type FromHub, heartbeatMs, hubTimeoutMs, type ToHub } from "./hub-messages";
import type { LiveSource, Timers } from "./live-source";

const connecting: SubjectState = { state: "connecting" };
const lost: SubjectState = { state: "reconnecting", message: "The tab with the live connection was closed." };

interface Watch {
  listeners: Set<(frame: LiveFrame) => void>;
  resume: ResumePoint;
  state: SubjectState;
}

/** A tab's client of the shared connection. The tab that runs the hub can close at any time; the client then resumes from its position. */
export class HubClient implements LiveSource {
  readonly #watches = new Map<Subject, Watch>();
  readonly #stateListeners = new Set<() => void>();
  #byteAt: number | undefined;
  #hubAt: number;

  constructor(
    private readonly timers: Timers,
    private readonly post: (message: ToHub) => void,
    /** Called after three missed heartbeats of the hub. */
    private readonly onHubLost: () => void,
  ) {
    this.#hubAt = timers.now();
    this.#guard();
  }

  watch(subject: Subject, listener: (frame: LiveFrame) => void, resume = fromStart): () => void {
    const known = this.#watches.get(subject);
    const watch: Watch = known ?? { listeners: new Set(), resume, state: connecting };
    watch.listeners.add(listener);
    this.#watches.set(subject, watch);
    if (known) watch.resume = fromStart;
    this.post({ kind: "watch", subject, resume: watch.resume });
    return () => {
      watch.listeners.delete(listener);
      if (watch.listeners.size > 0 || this.#watches.get(subject) !== watch) return;
      this.#watches.delete(subject);
      this.post({ kind: "leave", subject });
    };
  }

  retry(subject: Subject): void {
    this.post({ kind: "retry", subject });
  }

  stateOf(subject: Subject): SubjectState {
    return this.#watches.get(subject)?.state ?? connecting;
  }

  silentFor(): number {
    return this.#byteAt === undefined ? 0 : Math.max(0, this.timers.now() - this.#byteAt);
  }

  onStateChange(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  receive(message: FromHub): void {
    this.#hubAt = this.timers.now();
    switch (message.kind) {
      case "beat":
        this.#byteAt = message.receivedAt;
        return;
      case "states":
        for (const [subject, state] of message.states) this.#setState(subject, state);
        return;
      case "frames":
        for (const frame of message.frames) this.#deliver(frame);
    }
  }

  /** Another tab runs the hub now: subscribe again from the current positions. */
  attach(): void {
    this.#hubAt = this.timers.now();
    for (const [subject, { resume }] of this.#watches) this.post({ kind: "watch", subject, resume });
  }

  /** The tab is visible or online again. */
  wake(): void {
    this.post({ kind: "wake" });
    this.#check();
  }

  #deliver(frame: LiveFrame): void {
    const watch = this.#watches.get(frame.subject);
    if (!watch) return;
    for (const listener of watch.listeners) listener(frame);
    watch.resume = advance(watch.resume, frame);
  }

  #guard(): void {
    this.timers.after(heartbeatMs, () => {
      if (this.#watches.size > 0) this.post({ kind: "heartbeat" });
      this.#check();
      this.#guard();
    });
  }

  #check(): void {
    const now = this.timers.now();
    if (this.#watches.size === 0) this.#hubAt = now;
    if (now - this.#hubAt <= hubTimeoutMs) return;
    this.#hubAt = now;
    this.#byteAt = undefined;
    for (const subject of this.#watches.keys()) this.#setState(subject, lost);
    this.onHubLost();
  }

  #setState(subject: Subject, state: SubjectState): void {
    const watch = this.#watches.get(subject);
    if (!watch || (watch.state.state === state.state && watch.state.message === state.message)) return;
    watch.state = state;
    for (const listener of this.#stateListeners) listener();
  }
}
