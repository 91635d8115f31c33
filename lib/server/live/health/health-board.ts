import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { scheduleEvery } from "@/lib/core/schedule-every";
import { healthSubject } from "@/lib/model/live/subscription";
import { frameText, stateText } from "../frames";

/** With the check's timeout of 3 s, viewers know about an outage within 8 s. */
const checkEveryMs = 5_000;

interface BoardParts {
  /** Whether the service responds. */
  check(): Promise<boolean>;
  clock: Clock;
  log: Log;
  shutdown: AbortSignal;
}

/** Reports to browsers whether the service responds. Checks it only while a browser is connected. */
export class HealthBoard {
  /** The last result; `undefined` before the first check. */
  #responds: boolean | undefined;
  readonly #viewers = new Set<HealthViewer>();
  #stop: (() => void) | undefined;

  constructor(private readonly parts: BoardParts) {}

  view(onReady: () => void): HealthViewer {
    const viewer = new HealthViewer(onReady, () => this.#close(viewer));
    this.#viewers.add(viewer);
    if (this.#responds !== undefined) viewer.report(this.#responds);
    this.#stop ??= this.#start();
    return viewer;
  }

  #start(): () => void {
    const { clock, log, shutdown } = this.parts;
    const schedule = { everyMs: checkEveryMs, failure: "health check failed", immediately: true, signal: shutdown };
    return scheduleEvery({ clock, log }, schedule, async () => {
      const responds = await this.parts.check();
      // Without viewers, the result would be old for the next one.
      this.#responds = this.#viewers.size > 0 ? responds : undefined;
      for (const viewer of this.#viewers) viewer.report(responds);
    });
  }

  #close(viewer: HealthViewer): void {
    this.#viewers.delete(viewer);
    if (this.#viewers.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
    this.#responds = undefined;
  }
}

/** One browser's view: the first result, then each change. */
export class HealthViewer {
  #last: boolean | undefined;
  #waiting: string | undefined;

  constructor(
    private readonly onReady: () => void,
    readonly close: () => void,
  ) {}

  report(responds: boolean): void {
    if (responds === this.#last) return;
    const opening = this.#last === undefined ? stateText(healthSubject, { state: "live" }) : "";
    this.#last = responds;
    const data = JSON.stringify({ service: responds ? "ok" : "unreachable" });
    this.#waiting = `${this.#waiting ?? opening}${frameText(healthSubject, { id: undefined, event: "health", data })}`;
    queueMicrotask(this.onReady);
  }

  /** The next message to send, or `undefined` if there is none. */
  take(): string | undefined {
    const text = this.#waiting;
    this.#waiting = undefined;
    return text;
  }
}
