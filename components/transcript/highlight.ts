import type { Language } from "./languages";
import type { Token } from "./tokenize";

export interface HighlightJob {
  id: number;
  code: string;
  language: Language;
}

interface HighlightResult {
  id: number;
  /** `undefined` when the code couldn't be highlighted. */
  lines: Token[][] | undefined;
}

let worker: Worker | undefined;
let jobs = 0;
const waiting = new Map<number, (lines: Token[][]) => void>();

function startWorker(): Worker {
  const started = new Worker(new URL("./highlight-worker.ts", import.meta.url), { name: "slipway-highlight" });
  started.onmessage = ({ data: { id, lines } }: MessageEvent<HighlightResult>) => {
    waiting.get(id)?.(lines ?? []);
    waiting.delete(id);
  };
  started.onerror = (event) => {
    event.preventDefault();
    // A worker that couldn't be loaded, for example without a network, never answers. The next job starts another.
    if (worker === started) worker = undefined;
    for (const resolve of waiting.values()) resolve([]);
    waiting.clear();
  };
  return started;
}

/** Tokenizes code line by line in a worker. Returns an empty list when the code can't be highlighted. */
export function highlight(code: string, language: Language): Promise<Token[][]> {
  if (typeof Worker === "undefined") return Promise.resolve([]);
  worker ??= startWorker();
  jobs += 1;
  const job: HighlightJob = { id: jobs, code, language };
  return new Promise((resolve) => {
    waiting.set(job.id, resolve);
    worker?.postMessage(job);
  });
}
