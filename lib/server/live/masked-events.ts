import type { Clock } from "@/lib/core/clock";
import type { RunEvent } from "@/lib/model/live/protocol";
import { replaceStrings } from "@/lib/model/masking/json-strings";
import type { Masker } from "@/lib/model/masking/masker";
import { type Piece, TextChannel } from "@/lib/model/masking/text-channel";
import { textPosition } from "./text-position";

/** How long an event waits for the next one to determine whether its text ends in a secret. */
export const maxHoldMs = 300;

interface HeldEvent {
  event: RunEvent;
  text: { channel: TextChannel; piece: Piece; path: string } | undefined;
}

/**
 * Masks secrets in the events of one run, which must be read from the start, because a token may be split across any
 * number of deltas. The number of events, their order and their ids stay the same.
 */
export class MaskedEvents {
  readonly #channels = new Map<string, TextChannel>();
  readonly #held: HeldEvent[] = [];
  #cancelHold: (() => void) | undefined;
  #canWait = true;
  #delivering: Promise<void> | undefined;

  constructor(
    private readonly masker: Masker,
    private readonly clock: Clock,
    private readonly deliver: (event: RunEvent) => void | Promise<void>,
  ) {}

  /** Accepts an event; the promise, if any, resolves when the reader is ready for more. */
  push(event: RunEvent): void | Promise<void> {
    const position = textPosition(event);
    if (!position) this.#held.push({ event, text: undefined });
    else {
      const channel = this.#channels.get(position.channel) ?? new TextChannel(this.masker);
      this.#channels.set(position.channel, channel);
      this.#held.push({ event, text: { channel, piece: channel.append(position.text), path: position.path } });
    }
    return this.#pump();
  }

  /** Flushes buffered text at the end of the stream. */
  flush(): void | Promise<void> {
    this.#cancelHold?.();
    this.#canWait = false;
    return this.#pump();
  }

  /** Resets the state, because events restart from the beginning. */
  restart(): void {
    this.#cancelHold?.();
    this.#cancelHold = undefined;
    this.#held.length = 0;
    this.#channels.clear();
  }

  #pump(): void | Promise<void> {
    if (this.#delivering) return this.#delivering;
    while (this.#held.length > 0) {
      const next = this.#release();
      if (!next) return this.#hold();
      const busy = this.deliver(next);
      if (!busy) continue;
      this.#delivering = busy.finally(() => {
        this.#delivering = undefined;
      });
      return this.#delivering.then(() => this.#pump());
    }
    this.#canWait = true;
  }

  #release(): RunEvent | undefined {
    const [first] = this.#held;
    if (!first) return undefined;
    const { event, text } = first;
    if (this.#canWait && text?.channel.isOpen(text.piece)) return undefined;
    this.#held.shift();
    this.#cancelHold?.();
    this.#cancelHold = undefined;
    const clean = text === undefined || text.channel.isClean(text.piece);
    if (clean && !this.masker.suspects(event.data)) {
      text?.channel.take(text.piece, true);
      return event;
    }
    const canGrow = event.data.includes("partial-tool-call");
    const data = replaceStrings(event.data, (value, path) =>
      path === text?.path ? text.channel.take(text.piece, true) : this.masker.mask(value, { canGrow }),
    );
    return data === event.data ? event : { ...event, data };
  }

  #hold(): void {
    this.#cancelHold ??= this.clock.after(maxHoldMs, () => {
      this.#cancelHold = undefined;
      this.#canWait = false;
      void this.#pump();
    });
  }
}
