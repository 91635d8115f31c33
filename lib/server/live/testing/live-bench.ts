import { vi } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { parseSubscriptions } from "@/lib/model/live/subscription";
import type { Bounds } from "../frame-log";
import { Hub } from "../hub";
import { liveStream } from "../live-stream";
import { BrowserReader } from "./browser-reader";
import { event, type OpenStream, scriptedService } from "./scripted-service";

export const subject = "run:bc-1:run-1";
export const text = (id: string) => event(id, "assistant", { text: id });
export const settled = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 2 });

/** A service, a hub and browsers connected to it; for tests. */
export class LiveBench {
  readonly shutdown = new AbortController();
  isSessionValid = true;
  hub: Hub;

  private constructor(
    readonly clock: FakeClock,
    readonly upstream: Awaited<ReturnType<typeof scriptedService>>,
  ) {
    this.hub = this.makeHub();
  }

  static async start(): Promise<LiveBench> {
    const clock = new FakeClock();
    return new LiveBench(clock, await scriptedService(clock));
  }

  async stop(): Promise<void> {
    this.shutdown.abort();
    await this.upstream.stop();
  }

  makeHub(bounds?: Bounds, totalSize?: number): Hub {
    const { service } = this.upstream;
    return new Hub({
      service,
      shutdown: this.shutdown.signal,
      random: () => 0,
      ...(bounds ? { bounds } : {}),
      ...(totalSize === undefined ? {} : { totalSize }),
    });
  }

  /** A live response that isn't read yet. */
  respond(...subjects: string[]): ReadableStream<Uint8Array> {
    const parsed = parseSubscriptions(subjects);
    if ("problem" in parsed) throw new Error(parsed.problem);
    return liveStream({
      subscriptions: parsed.subscriptions,
      view: (subscription, onReady) => {
        if (!("run" in subscription)) throw new Error("queue subscriptions are not supported");
        return this.hub.view(subscription.run, onReady);
      },
      clock: this.clock,
      signal: AbortSignal.any([this.shutdown.signal]),
      isAllowed: async () => this.isSessionValid,
    });
  }

  open(...subjects: string[]): BrowserReader {
    return new BrowserReader(this.respond(...subjects));
  }

  /** The stream with number `index` that was requested from the service. */
  async stream(index: number): Promise<OpenStream> {
    return vi.waitFor(
      () => {
        const opened = this.upstream.opened[index];
        if (!opened) throw new Error(`stream ${index} wasn't requested from the service`);
        return opened;
      },
      { timeout: 20_000, interval: 2 },
    );
  }
}
