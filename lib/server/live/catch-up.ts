import type { RunEvent, SubjectState } from "@/lib/model/live/protocol";
import { followRun } from "./follow-run";
import type { Frame } from "./frame-log";
import { frameText } from "./frames";
import type { Topic } from "./topic";

/**
 * A separate stream for one viewer, for frames the subject's log no longer has. It reads no faster than the viewer and
 * ends where the log begins.
 */
export class CatchUp {
  state: SubjectState = { state: "connecting" };
  #frame: Frame | undefined;
  #taken: (() => void) | undefined;
  readonly #controller = new AbortController();

  constructor(
    private readonly topic: Topic,
    after: string | undefined,
    private readonly onReady: () => void,
  ) {
    void followRun({
      service: topic.parts.service,
      subject: topic.subject,
      after,
      random: topic.parts.random,
      signal: AbortSignal.any([topic.signal, this.#controller.signal]),
      onEvent: (event) => this.#offer(event),
      onState: (state) => {
        this.state = state;
        onReady();
      },
      onRestart: () => undefined,
    });
  }

  /** The next frame, or the log position from which the viewer continues. */
  take(lastId: string | undefined): Frame | { joins: number } | undefined {
    const frame = this.#frame;
    if (!frame) return undefined;
    const joins = frame.id === undefined || frame.id === lastId ? undefined : this.topic.log.firstOf(frame.id);
    if (joins !== undefined) return { joins };
    this.#frame = undefined;
    this.#taken?.();
    return frame;
  }

  close(): void {
    this.#controller.abort();
    this.#taken?.();
  }

  #offer(event: RunEvent): Promise<void> | undefined {
    if (event.event === "status" && event.id === undefined) return undefined;
    this.#frame = { id: event.id, piece: frameText(this.topic.subject.name, event) };
    return new Promise((resolve) => {
      this.#taken = resolve;
      this.onReady();
    });
  }
}
