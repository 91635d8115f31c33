import { isFinal, type RunEvent, type SubjectState } from "@/lib/model/live/protocol";
import type { RunSubject } from "@/lib/model/live/subscription";
import type { Service } from "@/lib/server/upstream/client/service";
import { followRun } from "./follow-run";
import { type Bounds, FrameLog } from "./frame-log";
import { frameText } from "./frames";
import type { Recorder, RunRecorder } from "./recorder";

export interface TopicParts {
  service: Service;
  bounds: Bounds;
  random: () => number;
  recorder?: Recorder | undefined;
}

/** A recording is kept in full, because it can't be re-read from the service. */
const recordedBounds: Bounds = { frames: Number.POSITIVE_INFINITY, size: Number.POSITIVE_INFINITY };

/** A subject: its upstream stream, received frames, and listeners. */
export class Topic {
  log: FrameLog;
  /** Incremented when the stream, and so the log, restarts. */
  generation = 0;
  state: SubjectState = { state: "connecting" };
  /** The event without an id that starts every connection. Late viewers get the latest one. */
  leading: string | undefined;
  /** When the stream last received data or was opened. */
  activeAt: number;
  /** Aborted when the subject is closed. */
  readonly signal: AbortSignal;
  readonly #listeners = new Set<() => void>();
  readonly #controller = new AbortController();
  #leadingData = "";
  #lastStreamError: string | undefined;
  readonly #recording: RunRecorder | undefined;

  constructor(
    readonly subject: RunSubject,
    readonly parts: TopicParts,
    shutdown: AbortSignal,
  ) {
    this.log = new FrameLog(parts.bounds);
    this.activeAt = parts.service.clock.now();
    this.signal = AbortSignal.any([shutdown, this.#controller.signal]);
    this.#recording = parts.recorder?.record(subject);
    void followRun({
      service: parts.service,
      subject,
      random: parts.random,
      signal: this.signal,
      onEvent: (event) => {
        this.#receive(event);
        return this.#recording?.add(event);
      },
      onState: (state) => {
        if (isFinal(state.state)) void this.#finish(state);
        else this.#setState(state);
      },
      onRestart: () => this.#restart(),
    });
  }

  /** Calls `listener` when there may be new frames. Returns an unsubscribe function. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get isFinal(): boolean {
    return isFinal(this.state.state);
  }

  close(): void {
    this.#controller.abort();
  }

  #receive(event: RunEvent): void {
    this.activeAt = this.parts.service.clock.now();
    const piece = frameText(this.subject.name, event);
    if (event.event === "status" && event.id === undefined) {
      // The service repeats it on every reconnect. Relay it only if it changed.
      if (event.data === this.#leadingData) return;
      this.#leadingData = event.data;
      this.leading = piece;
    } else {
      const streamError = event.event === "error" && event.id === undefined ? event.data : undefined;
      if (streamError !== undefined && streamError === this.#lastStreamError) return;
      this.#lastStreamError = streamError;
      this.log.append({ id: event.id, piece });
    }
    this.#notify();
  }

  /** Ends the stream, or continues with the recording if the service no longer has the events. */
  async #finish(state: SubjectState): Promise<void> {
    if (state.state !== "expired" || !this.parts.recorder) {
      this.#setState(state);
      await this.#recording?.end(state.state);
      return;
    }
    await this.#recording?.end(state.state);
    const held = await this.parts.recorder.open(this.subject);
    if (this.signal.aborted) return;
    if (held.events > 0) this.#restart(recordedBounds);
    for await (const event of held.read()) this.#receive(event);
    this.#setState({ state: "expired", message: held.description });
  }

  #setState(state: SubjectState): void {
    this.state = state;
    this.activeAt = this.parts.service.clock.now();
    this.#notify();
  }

  #restart(bounds = this.parts.bounds): void {
    this.log = new FrameLog(bounds);
    this.generation += 1;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
