import type { Clock } from "@/lib/core/clock";

type Check = (signal: AbortSignal) => Promise<void>;
type Part = "ok" | "unreachable";

export interface Readiness {
  ready: boolean;
  parts: Readonly<Record<string, Part>>;
}

const timeoutMs = 3_000;
/** The endpoint is public, so results are cached this long. */
const cacheMs = 1_000;

/** Checks every dependency. */
export function createReadiness(options: {
  clock: Clock;
  checks: Readonly<Record<string, Check>>;
}): () => Promise<Readiness> {
  let last: { at: number; response: Promise<Readiness> } | undefined;

  async function checkAll(): Promise<Readiness> {
    const entries = await Promise.all(
      Object.entries(options.checks).map(async ([name, check]) => [name, await checkPart(check)] as const),
    );
    return { ready: entries.every(([, part]) => part === "ok"), parts: Object.fromEntries(entries) };
  }

  async function checkPart(check: Check): Promise<Part> {
    const controller = new AbortController();
    let cancel = () => {};
    const timeout = new Promise<Part>((resolve) => {
      cancel = options.clock.after(timeoutMs, () => {
        controller.abort();
        resolve("unreachable");
      });
    });
    const outcome = check(controller.signal).then(
      (): Part => "ok",
      (): Part => "unreachable",
    );
    return Promise.race([outcome, timeout]).finally(cancel);
  }

  return () => {
    const now = options.clock.now();
    if (!last || now - last.at >= cacheMs) last = { at: now, response: checkAll() };
    return last.response;
  };
}
