import type { Clock } from "@/lib/core/clock";

/** Without an update for this long, an agent is silent. */
const silenceMs = 10_000;
const pauseMs = 2_000;

const worthKnowing =
  /\b(?:retry|retrying|attempt|reconnect\w*|unauthori[sz]ed|forbidden|invalid|expired|denied|rate.?limit\w*|quota|overloaded|timed? ?out|40[13]|429|5\d\d|E[A-Z]{4,})\b/i;

/** Explains the silence of an agent by what it writes to its standard error. */
export class SilenceWatch {
  readonly #clock: Clock;
  readonly #notice: (message: string) => void;
  #lastUpdate: number;
  #line = "";
  #stop = () => {};

  constructor(clock: Clock, notice: (message: string) => void) {
    this.#clock = clock;
    this.#notice = notice;
    this.#lastUpdate = clock.now();
    this.#check();
  }

  /** Called with each update of the agent. */
  updated(): void {
    this.#lastUpdate = this.#clock.now();
    this.#line = "";
  }

  /** Called with each line of the agent's standard error. Lines that name a problem come first. */
  line(text: string): void {
    if (text === "" || /^at\s/.test(text)) return;
    if (worthKnowing.test(text) || !worthKnowing.test(this.#line)) this.#line = text;
  }

  stop(): void {
    this.#stop();
  }

  #check(): void {
    this.#stop = this.#clock.after(pauseMs, () => {
      if (this.#line !== "" && this.#clock.now() - this.#lastUpdate >= silenceMs) {
        this.#notice(this.#line);
        this.#line = "";
      }
      this.#check();
    });
  }
}
