import type { SubjectState } from "@/lib/model/live/protocol";
import { CatchUp } from "./catch-up";
import { type Piece, stateText } from "./frames";
import type { Topic } from "./topic";

/** After this much silence, a replay is complete, so an id that wasn't found doesn't exist. */
const settledMs = 2_000;

type Position =
  | { kind: "at"; sequence: number }
  /** Waiting for the event with this id. */
  | { kind: "waiting"; id: string }
  /** The log no longer contains the next frame. */
  | { kind: "catching up"; catchUp: CatchUp };

/**
 * One browser's position in one subject. Nothing is queued per viewer: `take` reads from the subject's shared log as
 * fast as the browser does.
 */
export class Viewer {
  #position: Position;
  #generation: number;
  /** Id of the last event delivered: where to continue if the log is lost. Events that share it are not sent again. */
  #lastId: string | undefined;
  #skipId: string | undefined;
  #sentState: SubjectState | undefined;
  #leading: string | undefined;
  #cancelSettle: (() => void) | undefined;
  readonly #unlisten: () => void;

  constructor(
    readonly topic: Topic,
    after: string | undefined,
    private readonly onReady: () => void,
    private readonly onClose: () => void,
  ) {
    this.#lastId = after;
    this.#generation = topic.generation;
    this.#position = this.#start();
    this.#unlisten = topic.listen(onReady);
  }

  /** The next message to send, or `undefined` if there is none. */
  take(): Piece | undefined {
    const { topic } = this;
    if (this.#generation !== topic.generation) {
      this.#generation = topic.generation;
      this.#leaveCatchUp();
      this.#position = this.#start();
    }
    if (topic.leading !== this.#leading) {
      this.#leading = topic.leading;
      if (topic.leading) return topic.leading;
    }
    if (!topic.isFinal && topic.state !== this.#sentState && this.#position.kind !== "catching up")
      return this.#sendState(topic.state);
    const frame = this.#nextFrame();
    if (frame) return frame;
    const state = this.#position.kind === "catching up" ? this.#position.catchUp.state : topic.state;
    return state !== this.#sentState ? this.#sendState(state) : undefined;
  }

  close(): void {
    this.#unlisten();
    this.#cancelSettle?.();
    this.#leaveCatchUp();
    this.onClose();
  }

  #start(): Position {
    return this.#lastId === undefined ? { kind: "at", sequence: 0 } : { kind: "waiting", id: this.#lastId };
  }

  #sendState(state: SubjectState): string {
    this.#sentState = state;
    return stateText(this.topic.subject.name, state);
  }

  #nextFrame(): Piece | undefined {
    if (this.#position.kind === "waiting") this.#position = this.#settle(this.#position);
    if (this.#position.kind === "at" && this.#position.sequence < this.topic.log.first)
      this.#position = this.#startCatchUp();
    if (this.#position.kind === "catching up") return this.#nextCaughtUp(this.#position.catchUp);
    return this.#position.kind === "at" ? this.#nextLogged(this.#position) : undefined;
  }

  #nextLogged(position: { kind: "at"; sequence: number }): Piece | undefined {
    for (;;) {
      const frame = this.topic.log.at(position.sequence);
      if (!frame) return undefined;
      position.sequence += 1;
      if (frame.id !== undefined && frame.id === this.#skipId) continue;
      if (frame.id !== undefined) {
        this.#skipId = undefined;
        this.#lastId = frame.id;
      }
      return frame.piece;
    }
  }

  /** Finds the position after the browser's last event. */
  #settle(position: { kind: "waiting"; id: string }): Position {
    const { log, activeAt, state, isFinal, parts } = this.topic;
    const found = log.lastOf(position.id);
    if (found !== undefined) {
      this.#skipId = position.id;
      return { kind: "at", sequence: found + 1 };
    }
    if (!log.whole) return this.#startCatchUp();
    const idleMs = parts.service.clock.now() - activeAt;
    if (isFinal || (state.state === "live" && idleMs >= settledMs)) return { kind: "at", sequence: 0 };
    this.#cancelSettle?.();
    this.#cancelSettle = parts.service.clock.after(Math.max(settledMs - idleMs, 1), this.onReady);
    return position;
  }

  #startCatchUp(): Position {
    return { kind: "catching up", catchUp: new CatchUp(this.topic, this.#lastId, this.onReady) };
  }

  #nextCaughtUp(catchUp: CatchUp): Piece | undefined {
    const next = catchUp.take(this.#lastId);
    if (next === undefined) return undefined;
    if ("joins" in next) {
      this.#leaveCatchUp();
      this.#position = { kind: "at", sequence: next.joins };
      return this.#nextFrame();
    }
    if (next.id !== undefined) this.#lastId = next.id;
    return next.piece;
  }

  #leaveCatchUp(): void {
    if (this.#position.kind === "catching up") this.#position.catchUp.close();
  }
}
