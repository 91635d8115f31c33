import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { framesPerMessage, targetMessageBytes } from "@/lib/contract/worker-protocol/limits";
import { AgentId, RunId, WireOutcome } from "@/lib/contract/worker-protocol/run-parts";
import {
  afterAcknowledgement,
  afterKeeping,
  afterSending,
  afterWelcome,
  emptyWindow,
  type SendWindow,
} from "@/lib/contract/worker-protocol/send-window";
import type { RunFrame } from "@/runner/run/run-spec";

const Assignment = z.object({ agentId: AgentId, runId: RunId, model: z.string(), token: z.string() });
export type Assignment = z.infer<typeof Assignment>;

const segmentBytes = 4 * 1024 * 1024;
const segmentName = /^frames-([0-9]+)\.ndjson$/;

/** A file of frames, one per line, starting at sequence `first`. */
interface Segment {
  path: string;
  first: number;
  /** End offset of each line. */
  ends: number[];
  file: FileHandle;
}

async function openSegment(folder: string, first: number): Promise<Segment> {
  const path = join(folder, `frames-${first}.ndjson`);
  return { path, first, ends: [], file: await open(path, "a+", 0o600) };
}

/** Reads a segment written by a previous process and truncates an incomplete last line. */
async function recoverSegment(folder: string, first: number): Promise<Segment> {
  const segment = await openSegment(folder, first);
  const bytes = await segment.file.readFile();
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) segment.ends.push(at + 1);
  await segment.file.truncate(segment.ends.at(-1) ?? 0);
  return segment;
}

async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/**
 * Keeps a run's frames on disk until the service has stored them, and the run's outcome. It survives the process, so nothing
 * is lost when the worker restarts.
 */
export class RunSpool {
  readonly assignment: Assignment;
  readonly #folder: string;
  #segments: Segment[];
  #window: SendWindow;
  #outcome: WireOutcome | undefined;
  #size: number;

  private constructor(folder: string, assignment: Assignment, segments: Segment[], outcome: WireOutcome | undefined) {
    this.#folder = folder;
    this.assignment = assignment;
    this.#segments = segments;
    this.#outcome = outcome;
    const kept = segments.reduce((last, { first, ends }) => Math.max(last, first - 1 + ends.length), 0);
    // Deleted segments were acknowledged.
    const acknowledged = (segments[0]?.first ?? 1) - 1;
    this.#window = { ...emptyWindow, kept, sent: acknowledged, acknowledged };
    this.#size = segments.reduce((sum, { ends }) => sum + (ends.at(-1) ?? 0), 0);
  }

  /** Creates the spool of a run. Once it resolves, the run survives a crash of the worker. */
  static async create(parent: string, assignment: Assignment): Promise<RunSpool> {
    const folder = join(parent, assignment.runId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(join(folder, "run.json"), JSON.stringify(assignment));
    return new RunSpool(folder, assignment, [], undefined);
  }

  /** Reads the spools of previous processes. Deletes folders without an assignment, whose run never started. */
  static async recover(parent: string): Promise<RunSpool[]> {
    const found: RunSpool[] = [];
    for (const name of await readdir(parent).catch(() => [])) {
      const folder = join(parent, name);
      const text = await readFile(join(folder, "run.json"), "utf8").catch(() => undefined);
      if (text === undefined) {
        await rm(folder, { recursive: true, force: true });
        continue;
      }
      const firsts = (await readdir(folder))
        .flatMap((file) => segmentName.exec(file)?.[1] ?? [])
        .map(Number)
        .sort((one, other) => one - other);
      const segments: Segment[] = [];
      for (const first of firsts) segments.push(await recoverSegment(folder, first));
      const outcome = await readFile(join(folder, "outcome.json"), "utf8").catch(() => undefined);
      const parsedOutcome = outcome === undefined ? undefined : WireOutcome.parse(JSON.parse(outcome));
      found.push(new RunSpool(folder, Assignment.parse(JSON.parse(text)), segments, parsedOutcome));
    }
    return found;
  }

  get window(): SendWindow {
    return this.#window;
  }

  get outcome(): WireOutcome | undefined {
    return this.#outcome;
  }

  /** Bytes of the frames on disk. */
  get size(): number {
    return this.#size;
  }

  /** Appends frames. Calls must not overlap. */
  async append(frames: readonly RunFrame[]): Promise<void> {
    if (frames.length === 0) return;
    let segment = this.#segments.at(-1);
    if (!segment || (segment.ends.at(-1) ?? 0) >= segmentBytes) {
      segment = await openSegment(this.#folder, this.#window.kept + 1);
      this.#segments.push(segment);
    }
    const lines = frames.map((frame) => `${JSON.stringify(frame)}\n`);
    await segment.file.appendFile(lines.join(""));
    let end = segment.ends.at(-1) ?? 0;
    for (const line of lines) {
      end += Buffer.byteLength(line);
      segment.ends.push(end);
      this.#size += Buffer.byteLength(line);
    }
    this.#window = afterKeeping(this.#window, frames.length);
  }

  /** Returns the next frames to send, as JSON, sized for one message, and marks them as sent. */
  async nextBatch(): Promise<{ first: number; frames: string[] } | undefined> {
    const first = this.#window.sent + 1;
    const segment = this.#segments.findLast((each) => each.first <= first);
    const from = segment && first - segment.first;
    if (!segment || from === undefined || from >= segment.ends.length) return undefined;
    const start = segment.ends[from - 1] ?? 0;
    let count = 1;
    for (const end of segment.ends.slice(from + 1, from + framesPerMessage)) {
      if (end - start > targetMessageBytes) break;
      count += 1;
    }
    this.#window = afterSending(this.#window, count);
    const length = (segment.ends[from + count - 1] ?? start) - start;
    const { buffer } = await segment.file.read(Buffer.allocUnsafe(length), 0, length, start);
    return { first, frames: buffer.toString("utf8").trimEnd().split("\n") };
  }

  /** Bytes of frames that were sent but not acknowledged. */
  get bytesInFlight(): number {
    const { sent, acknowledged } = this.#window;
    return this.#segments.reduce((sum, { first, ends }) => {
      const at = (sequence: number) => ends[Math.min(ends.length, Math.max(0, sequence - first + 1)) - 1] ?? 0;
      return sum + at(sent) - at(acknowledged);
    }, 0);
  }

  async acknowledge(through: number): Promise<void> {
    this.#window = afterAcknowledgement(this.#window, through);
    await this.#deleteAcknowledged();
  }

  /** Continues on a new connection. `stored` is the number of frames the service has. */
  async resume(stored: number): Promise<void> {
    this.#window = afterWelcome(this.#window, stored);
    await this.#deleteAcknowledged();
  }

  /** Deletes segments the service has stored completely. The last one is kept, because its name contains the position. */
  async #deleteAcknowledged(): Promise<void> {
    for (let [segment, next] = this.#segments; segment && next; [segment, next] = this.#segments) {
      if (next.first - 1 > this.#window.acknowledged) return;
      this.#segments.shift();
      this.#size -= segment.ends.at(-1) ?? 0;
      await segment.file.close();
      await rm(segment.path, { force: true });
    }
  }

  async finish(outcome: WireOutcome): Promise<void> {
    await replaceFile(join(this.#folder, "outcome.json"), JSON.stringify(outcome));
    this.#outcome = outcome;
  }

  async close(): Promise<void> {
    for (const { file } of this.#segments.splice(0)) await file.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
