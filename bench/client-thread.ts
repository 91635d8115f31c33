import { request } from "node:http";
import { parentPort } from "node:worker_threads";
import { createParser } from "eventsource-parser";
import pg from "pg";
import { runCallers } from "./callers";
import { type Arrival, type Job, now, type Report } from "./jobs";
import { claimRace, pageThrough, watchQueue } from "./queue-clients";

interface Stream {
  url: string;
  key: string;
  path: string;
  /** Stop after this many events. By default the stream is read to its end. */
  events?: number;
  onOpen?: () => void;
  onEvent?: (sequence: number) => void;
}

/** Reads one stream and returns the number of events. Fails unless each event arrives once and in order. */
function read({ url, key, path, events, onOpen, onEvent }: Stream): Promise<number> {
  return new Promise((resolve, reject) => {
    let last = 0;
    let open = false;
    const sent = request(`${url}${path}`, { agent: false, headers: { authorization: `Bearer ${key}` } });
    const parser = createParser({
      onEvent({ id }) {
        if (!open) {
          open = true;
          onOpen?.();
        }
        if (id === undefined) return;
        const sequence = Number(id.slice(id.lastIndexOf("-") + 1));
        if (sequence !== last + 1) sent.destroy(new Error(`event ${sequence} came after event ${last}`));
        last = sequence;
        onEvent?.(sequence);
        if (last === events) {
          resolve(last);
          sent.destroy();
        }
      },
    });
    sent.on("response", (response) => {
      if (response.statusCode !== 200) {
        sent.destroy(new Error(`the stream returned ${response.statusCode}`));
        return;
      }
      response.setEncoding("utf8");
      response.on("data", (text: string) => parser.feed(text));
      response.on("error", reject);
      response.on("end", () => {
        if (events === undefined) resolve(last);
        else reject(new Error(`the stream ended after ${last} of ${events} events`));
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function follow(job: Extract<Job, { kind: "follow" }>, report: (report: Report) => void): Promise<Report> {
  const arrivals: Arrival[] = [];
  let opened = 0;
  let startedAt = now();
  const counts = await Promise.all(
    job.paths.map((path) =>
      read({
        ...job,
        path,
        onOpen() {
          opened += 1;
          if (opened < job.paths.length) return;
          startedAt = now();
          report({ kind: "open" });
        },
        ...(job.times ? { onEvent: (sequence: number) => arrivals.push({ sequence, at: now() }) } : {}),
      }),
    ),
  );
  const at = now();
  return { kind: "done", ms: at - startedAt, at, events: counts.reduce((sum, count) => sum + count, 0), arrivals };
}

async function replay(job: Extract<Job, { kind: "replay" }>): Promise<Report> {
  const startedAt = now();
  const events = await read(job);
  const at = now();
  return { kind: "done", ms: at - startedAt, at, events, arrivals: [] };
}

async function select({ databaseUrl, runId }: Extract<Job, { kind: "select" }>): Promise<Report> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const startedAt = now();
    const { rows } = await client.query("select * from run_events where run_id = $1 order by sequence", [runId]);
    const at = now();
    return { kind: "done", ms: at - startedAt, at, events: rows.length, arrivals: [] };
  } finally {
    await client.end();
  }
}

function runJob(job: Job, report: (report: Report) => void): Promise<Report> {
  switch (job.kind) {
    case "follow":
      return follow(job, report);
    case "replay":
      return replay(job);
    case "select":
      return select(job);
    case "claim":
      return claimRace(job);
    case "page":
      return pageThrough(job);
    case "watch":
      return watchQueue(job, report);
    case "call":
      return runCallers(job);
  }
}

const report = (message: Report) => parentPort?.postMessage(message);
parentPort?.on("message", (job: Job) => {
  runJob(job, report).then(report, (error: unknown) =>
    report({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});
