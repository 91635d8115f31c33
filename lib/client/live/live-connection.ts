import { createParser, type EventSourceMessage } from "eventsource-parser";
import { z } from "zod";
import { isFinal, type LiveFrame, liveStates, type Subject, type SubjectState } from "@/lib/model/live/protocol";
import { advance, fromStart, type ResumePoint } from "@/lib/model/live/resume-point";
import { liveAddress } from "@/lib/model/live/subscription";
import type { LiveSource, Timers } from "./live-source";
import { staleAfterMs } from "./live-source";

/** An event of a subject, as the live channel sends it. */
const FrameMessage = z.object({
  subject: z.string(),
  id: z.string().optional(),
  event: z.string(),
  data: z.unknown().optional(),
});

const StateMessage = z.object({
  subject: z.string(),
  state: z.enum(liveStates),
  message: z.string().optional(),
});

/** Dependencies of the connection, which differ between a tab, a SharedWorker and tests. */
export interface LiveConnectionOptions extends Timers {
  fetch(address: string, signal: AbortSignal): Promise<Response>;
  /** Calls back when the tab is visible or the network is available again. Returns a function that unsubscribes. */
  onWake(callback: () => void): () => void;
}

/** The server sends a heartbeat every 10 s. The connection is dead after three missed ones. */
export const watchdogMs = 30_000;
const debounceMs = 30;
const minBackoffMs = 500;
/** Users wait that long at most once the dashboard responds again. */
const maxBackoffMs = 5_000;

const connecting: SubjectState = { state: "connecting" };

interface Watch {
  listeners: Set<(frame: LiveFrame) => void>;
  resume: ResumePoint;
  state: SubjectState;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One live event stream for all subjects. Independent of React and of the frames' content. */
export class LiveConnection implements LiveSource {
  readonly #watches = new Map<Subject, Watch>();
  readonly #stateListeners = new Set<() => void>();
  readonly #byteListeners = new Set<() => void>();
  #attempt: AbortController | undefined;
  #failures = 0;
  /** The subjects that failed because the session ended. */
  readonly #signedOut = new Set<Watch>();
  #lastByteAt = 0;
  #cancelStart: (() => void) | undefined;
  #cancelGuard: (() => void) | undefined;
  #stopWaking: (() => void) | undefined;

  constructor(
    private readonly path: string,
    private readonly environment: LiveConnectionOptions,
  ) {}

  watch(subject: Subject, listener: (frame: LiveFrame) => void, resume = fromStart): () => void {
    const known = this.#watches.get(subject);
    const watch: Watch = known ?? { listeners: new Set(), resume, state: connecting };
    watch.listeners.add(listener);
    this.#watches.set(subject, watch);
    // A second listener needs all frames, so everything is sent again; the first listener's reducer ignores duplicates.
    if (known) this.rewind(subject);
    else this.#restartSoon();
    return () => {
      watch.listeners.delete(listener);
      if (watch.listeners.size > 0 || this.#watches.get(subject) !== watch) return;
      this.#watches.delete(subject);
      this.#restartSoon();
    };
  }

  /** Reads a subject from the start again. */
  rewind(subject: Subject): void {
    const watch = this.#watches.get(subject);
    if (!watch) return;
    watch.resume = fromStart;
    this.#setState(watch, connecting);
    this.#restartSoon();
  }

  retry(subject: Subject): void {
    const watch = this.#watches.get(subject);
    if (!watch) return;
    this.#setState(watch, connecting);
    this.#failures = 0;
    this.#restartSoon();
  }

  stateOf(subject: Subject): SubjectState {
    return this.#watches.get(subject)?.state ?? connecting;
  }

  get isOpen(): boolean {
    return this.#attempt !== undefined;
  }

  /** Called for every received chunk. */
  onBytes(listener: () => void): () => void {
    this.#byteListeners.add(listener);
    return () => this.#byteListeners.delete(listener);
  }

  silentFor(): number {
    return this.#attempt === undefined ? 0 : this.environment.now() - this.#lastByteAt;
  }

  onStateChange(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  #restartSoon(): void {
    this.#cancelStart?.();
    this.#cancelStart = this.environment.after(debounceMs, () => void this.#connect());
  }

  #open(): [Subject, Watch][] {
    return [...this.#watches].filter(([, watch]) => !isFinal(watch.state.state));
  }

  #stop(): void {
    this.#cancelStart?.();
    this.#cancelGuard?.();
    this.#cancelStart = undefined;
    this.#attempt?.abort();
    this.#attempt = undefined;
  }

  async #connect(): Promise<void> {
    this.#stop();
    const open = this.#open();
    if (open.length === 0) {
      this.#stopWaking?.();
      this.#stopWaking = undefined;
      return;
    }
    this.#stopWaking ??= this.environment.onWake(() => this.#wake());
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#lastByteAt = this.environment.now();
    this.#guard();
    const watched = open.map(([subject, { resume }]) => ({ subject, resumeAfter: resume.after }));
    try {
      const response = await this.environment.fetch(liveAddress(this.path, watched), attempt.signal);
      if (this.#attempt !== attempt) return;
      if (response.status === 401) return this.#giveUp("Your session ended. Sign in again.");
      if (response.ok && this.#signedOut.size > 0) return this.#continueSignedOut();
      if (response.ok && response.body) await this.#read(response.body, attempt);
    } catch {
      // For any error, reconnect from the last applied frame.
    }
    if (this.#attempt === attempt) this.#reconnect();
  }

  async #read(body: ReadableStream<Uint8Array>, attempt: AbortController): Promise<void> {
    const parser = createParser({ onEvent: (message) => this.#receive(message) });
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.#attempt !== attempt) return;
      this.#lastByteAt = this.environment.now();
      parser.feed(decoder.decode(value, { stream: true }));
      for (const listener of this.#byteListeners) listener();
      if (this.#open().length === 0) return this.#stop();
    }
  }

  #guard(): void {
    this.#cancelGuard = this.environment.after(Math.max(watchdogMs - this.silentFor(), 1), () => {
      if (this.silentFor() >= watchdogMs) this.#reconnect();
      else this.#guard();
    });
  }

  #giveUp(message: string): void {
    for (const [, watch] of this.#open()) {
      this.#signedOut.add(watch);
      this.#setState(watch, { state: "failed", message });
    }
    this.#stop();
  }

  /** Any successful connection shows that there is a new session, whichever tab opened it. */
  #continueSignedOut(): void {
    for (const watch of this.#signedOut) this.#setState(watch, connecting);
    this.#signedOut.clear();
    void this.#connect();
  }

  #reconnect(): void {
    this.#stop();
    const open = this.#open();
    for (const [, watch] of open) this.#setState(watch, { state: "reconnecting" });
    if (open.length === 0) return;
    const backoffMs = Math.min(minBackoffMs * 2 ** this.#failures, maxBackoffMs);
    this.#failures += 1;
    this.#cancelStart = this.environment.after(backoffMs, () => void this.#connect());
  }

  #wake(): void {
    const isWaiting = this.#attempt === undefined;
    if (!isWaiting && this.silentFor() <= staleAfterMs) return;
    this.#failures = 0;
    void this.#connect();
  }

  #receive({ event, data }: EventSourceMessage): void {
    const json = readJson(data);
    if (event === "frame") {
      const frame = FrameMessage.safeParse(json);
      if (frame.success) this.#deliver(frame.data);
    } else if (event === "state") {
      const read = StateMessage.safeParse(json);
      const watch = read.success ? this.#watches.get(read.data.subject) : undefined;
      if (read.success && watch) this.#setState(watch, { state: read.data.state, message: read.data.message });
    }
  }

  #deliver(frame: LiveFrame): void {
    const watch = this.#watches.get(frame.subject);
    if (!watch) return;
    this.#failures = 0;
    for (const listener of watch.listeners) listener(frame);
    watch.resume = advance(watch.resume, frame);
  }

  #setState(watch: Watch, state: SubjectState): void {
    if (watch.state.state === state.state && watch.state.message === state.message) return;
    watch.state = state;
    for (const listener of this.#stateListeners) listener();
  }
}
