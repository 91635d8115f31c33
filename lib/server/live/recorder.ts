import "server-only";
import { createHash } from "node:crypto";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { sleep } from "@/lib/core/sleep";
import { eventKey, type LiveState, type RunEvent } from "@/lib/model/live/protocol";
import type { RunSubject } from "@/lib/model/live/subscription";
import { recordedFacts } from "@/lib/model/transcript/recorded-facts";
import { saveRunFacts } from "@/lib/server/db/indexed-agents";
import {
  appendEvents,
  type EventToRecord,
  endRecording,
  eventsAfter,
  findRecording,
  type RecordingState,
  stepEvents,
} from "@/lib/server/db/recordings";
import type { Store } from "@/lib/server/db/store";

export interface RecorderParts {
  store: () => Promise<Store>;
  clock: Clock;
  log: Log;
  /** Called when the status of one of an agent's runs has changed. */
  onStatusChange?(agentId: string): Promise<void>;
}

/** Long replays reach viewers before they are stored, because both compete for the CPU. */
const flushMs = 1_000;
const retryMs = 500;
const batch = 1_000;
/** The stream pauses while this many characters of events are waiting to be stored: the limit of a run's log. */
const maxHeldBytes = 16 * 1024 * 1024;
/** How long to wait for a new agent to be indexed. An agent that isn't indexed isn't recorded. */
const maxAttempts = 30;
const pageSize = 2_000;

const endStates: Readonly<Partial<Record<LiveState, RecordingState>>> = {
  ended: "complete",
  expired: "expired",
  failed: "failed",
};

/** The recording of a run whose stream has expired. */
export interface OpenRecording {
  events: number;
  /** Describes the recording and what is missing. */
  description: string;
  read(): AsyncGenerator<RunEvent, void, undefined>;
}

function describeRecording(state: RecordingState | undefined, events: number): string {
  if (events === 0) return "The service no longer has this run's events, and none were recorded.";
  return state === "complete"
    ? "The service no longer has this run's events. Showing the recording."
    : "The service no longer has this run's events. Showing an incomplete recording: the end is missing.";
}

/** Stores the events of runs as they are relayed, so that transcripts outlive the service's retention. */
export class Recorder {
  constructor(readonly parts: RecorderParts) {}

  /** Starts recording a stream that is read from the start. */
  record(subject: RunSubject): RunRecorder {
    return new RunRecorder(this.parts, subject);
  }

  async open(subject: RunSubject): Promise<OpenRecording> {
    const { store: opened, log } = this.parts;
    try {
      const store = await opened();
      const recording = await findRecording(store, subject);
      const events = recording?.events ?? 0;
      return {
        events,
        description: describeRecording(recording?.state, events),
        read: () => this.#read(store, subject),
      };
    } catch (error) {
      log.error({ err: error, subject: subject.name }, "recording read failed");
      const description = "The service no longer has this run's events, and the recording couldn't be loaded.";
      return { events: 0, description, async *read() {} };
    }
  }

  async *#read(store: Store, subject: RunSubject): AsyncGenerator<RunEvent, void, undefined> {
    let position = -1;
    for (;;) {
      const page = await eventsAfter(store, subject, position, pageSize).catch((error: unknown) => {
        this.parts.log.error({ err: error, subject: subject.name }, "recording page read failed");
        return [];
      });
      for (const row of page) {
        position = row.position;
        yield { id: row.eventId ?? undefined, event: row.event, data: row.data };
      }
      if (page.length < pageSize) return;
    }
  }
}

/** Records one stream. Storage errors don't affect viewers; missing events are replayed later. */
export class RunRecorder {
  readonly #waiting: EventToRecord[] = [];
  #held = 0;
  #flushing: Promise<void> | undefined;
  #cancelFlush: (() => void) | undefined;
  #status = "";
  #tries = 0;
  #abandoned = false;

  constructor(
    private readonly parts: RecorderParts,
    private readonly subject: RunSubject,
  ) {}

  /** Returns a promise if the store falls behind; it resolves once the store has caught up. */
  add(event: RunEvent): void | Promise<void> {
    this.#reportStatus(event);
    const leading = event.event === "status" && event.id === undefined;
    // The leading status describes the connection, and errors without an id are transient.
    if (leading || (event.event === "error" && event.id === undefined)) return;
    const { id, data } = event;
    const key =
      id === undefined
        ? `${event.event} #${createHash("sha256").update(data).digest("base64url")}`
        : eventKey(id, event.event);
    if (this.#abandoned) return;
    this.#waiting.push({ key, id, event: event.event, data });
    this.#held += data.length;
    if (this.#held > maxHeldBytes) return this.#flush();
    this.#cancelFlush ??= this.parts.clock.after(flushMs, () => void this.#flush());
  }

  /** Stores the remaining events and how the stream ended. */
  async end(state: LiveState): Promise<void> {
    const end = endStates[state];
    while (this.#waiting.length > 0 && !this.#abandoned) await this.#flush();
    if (end === undefined || this.#abandoned) return;
    const { store, clock, log } = this.parts;
    try {
      const opened = await store();
      await endRecording(opened, this.subject, end, new Date(clock.now()));
      await saveRunFacts(opened, { ...this.subject, ...recordedFacts(await stepEvents(opened, this.subject)) });
    } catch (error) {
      log.warn({ err: error, subject: this.subject.name }, "recording end write failed");
    }
  }

  #flush(): Promise<void> {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    this.#flushing ??= this.#store().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async #store(): Promise<void> {
    const { store, clock, log } = this.parts;
    while (this.#waiting.length > 0 && !this.#abandoned) {
      const events = this.#waiting.slice(0, batch);
      let stored = false;
      try {
        stored = await appendEvents(await store(), this.subject, events, new Date(clock.now()));
      } catch (error) {
        log.warn({ err: error, subject: this.subject.name }, "event recording failed");
      }
      if (stored) {
        this.#waiting.splice(0, events.length);
        for (const { data } of events) this.#held -= data.length;
        this.#tries = 0;
        continue;
      }
      this.#tries += 1;
      if (this.#tries >= maxAttempts) return this.#abandon();
      await sleep(clock, retryMs);
    }
  }

  /** A recording has no gaps, so it ends if an event can't be stored. */
  #abandon(): void {
    this.#abandoned = true;
    this.#waiting.length = 0;
    this.#held = 0;
  }

  #reportStatus({ event, data }: RunEvent): void {
    if (event !== "status" && event !== "result" && event !== "done") return;
    const report = `${event} ${data}`;
    if (report === this.#status) return;
    this.#status = report;
    void this.parts.onStatusChange?.(this.subject.agentId).catch((error: unknown) => {
      this.parts.log.warn({ err: error }, "index notification for a run failed");
    });
  }
}
