import type { Language } from "./languages";
import type { Token } from "./tokenize";

export interface HighlightJob {
  id: number;
  code: string;
  language: Language;
}

interface Done {
  id: number;
  /** Absent when the code could not be coloured. */
  lines: Token[][] | undefined;
}

let worker: Worker | undefined;
let jobs = 0;
const waiting = new Map<number, (lines: Token[][]) => void>();

function startWorker(): Worker {
  const started = new Worker(new URL("./highlight-worker.ts", import.meta.url), { name: "slipway-highlight" });
  started.onmessage = ({ data: { id, lines } }: MessageEvent<Done>) => {
    waiting.get(id)?.(lines ?? []);
    waiting.delete(id);
  };
  started.onerror = () => {
    for (const give of waiting.values()) give([]);
    waiting.clear();
  };
  return started;
}

/** Cuts code into coloured pieces, line by line; nothing when it can't be coloured. It runs on a thread of its own. */
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
