import type { Clock } from "./clock";
import { RecentMap } from "./recent-map";

interface Bucket {
  /** Failures left, as of `at`. */
  left: number;
  at: number;
}

const maxClients = 10_000;
const msPerMinute = 60_000;

const loopback = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Whether an address is this machine's: programs and a reverse proxy on it share the address, so it isn't limited. */
export function isLoopback(client: string): boolean {
  return loopback.test(client);
}

/** Failed attempts per network address: a bucket of `perMinute` that refills evenly over a minute. */
export class FailureBudget {
  readonly #buckets = new RecentMap<string, Bucket>(maxClients);

  constructor(
    private readonly clock: Clock,
    private readonly perMinute: number,
  ) {}

  #bucketOf(client: string): Bucket {
    const now = this.clock.now();
    const known = this.#buckets.get(client) ?? { left: this.perMinute, at: now };
    const refilled = known.left + ((now - known.at) / msPerMinute) * this.perMinute;
    return { left: Math.min(this.perMinute, refilled), at: now };
  }

  /** Seconds until the client can try again; 0: now. */
  waitSeconds(client: string): number {
    if (isLoopback(client)) return 0;
    const { left } = this.#bucketOf(client);
    return left >= 1 ? 0 : Math.ceil(((1 - left) / this.perMinute) * (msPerMinute / 1000));
  }

  /** Counts a failed attempt. */
  spend(client: string): void {
    const bucket = this.#bucketOf(client);
    this.#buckets.set(client, { ...bucket, left: Math.max(0, bucket.left - 1) });
  }
}
