import type { Clock } from "@/lib/core/clock";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import type { Log } from "@/lib/core/log";
import type { HostingChange } from "@/lib/model/hosting/hosting-change";
import type { HostingSubscription } from "@/lib/model/live/subscription";
import { followChannel } from "@/lib/server/db/follow-channel";
import type { Store } from "@/lib/server/db/store";
import { changeNumberBefore, changesAfter, hostingChannel } from "@/lib/server/db/webhooks";
import { frameText, stateText } from "../frames";

/** Viewers disconnected for less receive what they missed; others reload. */
const retentionMs = 10 * 60_000;
/** A page's data can be this much older than its subscription. */
const overlapMs = 30_000;
const maxChanges = 2_000;

interface BoardParts {
  store(): Promise<Store>;
  clock: Clock;
  log: Log;
  shutdown: AbortSignal;
}

interface RecentChange {
  number: number;
  atMs: number;
  text: string;
  repository: ChangedRepository | undefined;
}

type ChangedRepository = NonNullable<HostingChange["repository"]>;

/** Whether a viewer can read a repository; `undefined` while it is being checked, after which `onKnown` is called. */
export type CanRead = (repository: ChangedRepository, onKnown: () => void) => boolean | undefined;

/** Repository changes for the browsers of this process. */
export class HostingBoard {
  known = false;
  #changes: RecentChange[] = [];
  /** Changes up to this number are no longer kept here. */
  #floor = 0;
  #started = false;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly parts: BoardParts) {}

  get last(): number {
    return this.#changes.at(-1)?.number ?? this.#floor;
  }

  view({ name, after }: HostingSubscription, onReady: () => void, canRead: CanRead): HostingViewer {
    if (!this.#started) {
      this.#started = true;
      followChannel({
        ...this.parts,
        channel: hostingChannel,
        refresh: () => this.refresh(),
        disconnected: "not listening for repository changes; polling every 5 s",
      });
    }
    this.#listeners.add(onReady);
    return new HostingViewer(this, {
      subject: name,
      after,
      isVisible: ({ repository }) => repository === undefined || canRead(repository, onReady),
      onClose: () => this.#listeners.delete(onReady),
    });
  }

  /** The next change after a number; `lost` if some changes in between were deleted. */
  next(number: number): RecentChange | "lost" | undefined {
    if (number < this.#floor) return "lost";
    return this.#changes.find((each) => each.number > number);
  }

  /** Start position for a viewer who has just loaded the data. */
  get start(): number {
    const since = this.parts.clock.now() - overlapMs;
    const first = this.#changes.findIndex(({ atMs }) => atMs >= since);
    if (first < 0) return this.last;
    return this.#changes[first - 1]?.number ?? this.#floor;
  }

  readonly refresh = coalesce(() => this.#read());

  async #read(): Promise<void> {
    const { clock, log } = this.parts;
    try {
      const store = await this.parts.store();
      if (!this.known) this.#floor = await changeNumberBefore(store, new Date(clock.now() - retentionMs));
      const changes = await changesAfter(store, this.last, maxChanges);
      for (const { number, at, change } of changes) {
        const event = { id: String(number), event: "change", data: JSON.stringify(change) };
        const { repository } = change;
        this.#changes.push({ number, atMs: at.getTime(), text: frameText("hosting", event), repository });
      }
      if (changes.length === maxChanges) void this.refresh();
      this.#drop(clock.now() - retentionMs);
      this.known = true;
    } catch (error) {
      log.warn({ err: error }, "couldn't read repository changes");
    }
    for (const listener of [...this.#listeners]) listener();
  }

  #drop(before: number): void {
    const old = this.#changes.findIndex(({ atMs }) => atMs >= before);
    const removedCount = Math.max(old < 0 ? this.#changes.length : old, this.#changes.length - maxChanges);
    const last = this.#changes[removedCount - 1];
    if (!last) return;
    this.#floor = last.number;
    this.#changes = this.#changes.slice(removedCount);
  }
}

/** One browser's position in the changes. */
export class HostingViewer {
  #at: number | undefined;
  #hasSentState = false;

  constructor(
    private readonly board: HostingBoard,
    private readonly options: {
      subject: string;
      after: string | undefined;
      isVisible(change: RecentChange): boolean | undefined;
      onClose(): void;
    },
  ) {
    const { after } = options;
    this.#at = after === undefined ? undefined : Number(after);
  }

  /** The next message to send, or `undefined` if there is none yet. Changes in repositories that the viewer can't read are omitted. */
  take(): string | undefined {
    const { board } = this;
    const { subject, isVisible } = this.options;
    if (!board.known) return undefined;
    if (!this.#hasSentState) {
      this.#hasSentState = true;
      // Numbers of another database may be ahead of this one's.
      if (this.#at !== undefined && this.#at > board.last) this.#at = -1;
      this.#at ??= board.start;
      return stateText(subject, { state: "live" });
    }
    for (;;) {
      const next = board.next(this.#at ?? board.last);
      if (next === "lost") {
        this.#at = board.last;
        return frameText(subject, { id: String(board.last), event: "lost", data: "{}" });
      }
      const visible = next && isVisible(next);
      if (!next || visible === undefined) return undefined;
      this.#at = next.number;
      if (visible) return next.text;
    }
  }

  close(): void {
    this.options.onClose();
  }
}
