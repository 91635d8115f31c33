import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { pause } from "@/lib/core/pause";
import { hear } from "@/lib/server/db/listen";
import type { Store } from "@/lib/server/db/store";

/** What changed is read anyway this often: a notification that was lost does no lasting harm. */
const readEveryMs = 5_000;

interface KeptReading {
  store(): Promise<Store>;
  clock: Clock;
  log: Log;
  shutdown: AbortSignal;
  channel: string;
  /** Whether a notice of the channel tells of something to read. */
  concerns(payload: string): boolean;
  refresh(): Promise<void>;
  /** What the log says when the channel is lost. */
  unheard: string;
}

/** Reads when a channel of the store tells of a change, and every 5 s anyway, until the shutdown. */
export function keepReading({ store, clock, log, shutdown, channel, concerns, refresh, unheard }: KeptReading): void {
  const listen = async () => {
    while (!shutdown.aborted) {
      try {
        await hear(await store(), channel, shutdown, (payload) => {
          if (payload === undefined || concerns(payload)) void refresh();
        });
      } catch (error) {
        if (!shutdown.aborted) log.warn({ err: error }, unheard);
      }
      await pause(clock, readEveryMs, shutdown);
    }
  };
  const readOften = async () => {
    while (!shutdown.aborted) {
      await refresh();
      await pause(clock, readEveryMs, shutdown);
    }
  };
  void readOften();
  void listen();
}
