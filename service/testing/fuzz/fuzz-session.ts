import { Agent, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface RawRequest {
  method: string;
  /** Sent as it is. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer | string | undefined;
}

const answerMs = 30_000;
const streamMs = 200;
/** Longer than this, the service stalls for all its clients. */
export const maxStallMs = 5_000;
/** How much memory may stay in use. */
export const maxGrowthBytes = 256 * 1024 * 1024;

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  if (typeof gc === "function") gc();
}

const memory = () => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Sends inputs to one service and watches its responses, event loop and memory. */
export class FuzzSession {
  readonly problems: string[] = [];
  inputs = 0;
  serverErrors = 0;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  readonly #before = memory();

  constructor(private readonly seed: number) {
    this.#delay.enable();
  }

  /** Counts an input. */
  count(): void {
    this.inputs += 1;
  }

  fail(what: string): void {
    this.problems.push(what);
  }

  /** The status of a response. Streams are cut off. Rejects if the service doesn't respond. */
  #statusOf(url: string, { method, path, headers, body }: RawRequest): Promise<number> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const sent = request(
        { hostname, port, method, path, headers, agent: this.#agent, timeout: answerMs },
        (response) => {
          const end = () => {
            clearTimeout(cut);
            resolve(response.statusCode ?? 0);
          };
          const cut = setTimeout(() => response.destroy(), streamMs);
          if (!response.headers["content-type"]?.includes("event-stream")) clearTimeout(cut);
          response.on("close", end).on("error", end).resume();
        },
      );
      sent.on("timeout", () => sent.destroy(new Error("no answer")));
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** Sends requests, eight at a time. Responses of 500 and above are problems, except 503 Unavailable. */
  async send(url: string, name: string, requests: readonly RawRequest[]): Promise<void> {
    const waiting = [...requests];
    const work = async () => {
      for (let each = waiting.pop(); each; each = waiting.pop()) {
        this.count();
        const outcome = await this.#statusOf(url, each).catch((error: Error) => error.message);
        if (typeof outcome === "number" && (outcome < 500 || outcome === 503)) continue;
        // The server may close a connection instead of reading a request it rejects.
        if (outcome === "write EPIPE" || outcome === "read ECONNRESET" || outcome === "socket hang up") continue;
        if (typeof outcome === "number") this.serverErrors += 1;
        const { headers, body = "" } = each;
        const sent = JSON.stringify({ headers, body: body.toString().slice(0, 500) });
        this.fail(`${name}: ${outcome} for ${each.method} ${each.path.slice(0, 300)} ${sent}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  }

  /** Prints what happened, and returns all problems. */
  finish(name: string): readonly string[] {
    this.#delay.disable();
    this.#agent.destroy();
    const stallMs = Math.round(this.#delay.max / 1e6);
    const after = memory();
    const numbers = [
      `${this.inputs} inputs`,
      `seed ${this.seed}`,
      `${this.serverErrors} × 5xx`,
      `longest stall ${stallMs} ms`,
      `memory ${megabytes(this.#before)} MB before, ${megabytes(after)} MB after`,
    ];
    process.stdout.write(`fuzz ${name}: ${numbers.join(", ")}\n`);
    if (stallMs > maxStallMs) this.fail(`the event loop stalled for ${stallMs} ms`);
    if (after - this.#before > maxGrowthBytes) this.fail(`memory grew by ${megabytes(after - this.#before)} MB`);
    return this.problems;
  }
}
