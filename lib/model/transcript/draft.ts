import { addAll, has } from "./seen";
import type { OutputPiece, Row, ToolRow, Transcript } from "./state";

/** Rows searched backward for a call that runs in parallel with a new one. */
const parallelRows = 50;

/**
 * A transcript being changed. The old one is never modified: rows and calls are copied once, on the first write, so a batch
 * of a thousand frames costs one copy. Unchanged rows stay the same objects.
 */
export class Draft {
  readonly #before: Transcript;
  #rows: Row[] | undefined;
  #calls: Map<string, number> | undefined;
  readonly #fresh = new Set<string>();
  /** Id of the event that is being applied. */
  eventId: string | undefined;
  fields: Pick<
    Transcript,
    | "status"
    | "outcome"
    | "usage"
    | "steps"
    | "unisolated"
    | "planned"
    | "environment"
    | "snapshot"
    | "session"
    | "blocked"
    | "streamError"
    | "done"
  >;

  constructor(before: Transcript) {
    this.#before = before;
    const {
      status,
      outcome,
      usage,
      steps,
      unisolated,
      planned,
      environment,
      snapshot,
      session,
      blocked,
      streamError,
      done,
    } = before;
    this.fields = {
      status,
      outcome,
      usage,
      steps,
      unisolated,
      planned,
      environment,
      snapshot,
      session,
      blocked,
      streamError,
      done,
    };
  }

  /** Returns false if it was already added. */
  markSeen(identity: string): boolean {
    if (this.#fresh.has(identity) || has(this.#before.seen, identity)) return false;
    this.#fresh.add(identity);
    return true;
  }

  get rows(): readonly Row[] {
    return this.#rows ?? this.#before.rows;
  }

  last(): Row | undefined {
    return this.rows[this.rows.length - 1];
  }

  /** Adds a row. Rows are never moved or removed, so their index is their key. */
  append<R extends Row>(make: (key: string) => R): { index: number; row: R } {
    this.#rows ??= [...this.#before.rows];
    const index = this.#rows.length;
    const created = make(`r${index}`);
    const row = this.eventId === undefined ? created : { ...created, eventId: this.eventId };
    this.#rows.push(row);
    return { index, row };
  }

  replace(index: number, row: Row): void {
    this.#rows ??= [...this.#before.rows];
    this.#rows[index] = row;
  }

  /** The row of a tool call, created for a new one. */
  call(callId: string, name: string): { index: number; row: ToolRow } {
    const calls = this.#calls ?? this.#before.calls;
    const known = calls.get(callId);
    const row = known === undefined ? undefined : this.rows[known];
    if (known !== undefined && row?.kind === "tool") return { index: known, row };
    const parallelTo = this.#runningCall();
    const created = this.append((key) => ({ ...newCall(key, callId, name), ...(parallelTo && { parallelTo }) }));
    this.#calls ??= new Map(this.#before.calls);
    this.#calls.set(callId, created.index);
    return created;
  }

  /** The key of a running call among the last rows. */
  #runningCall(): string | undefined {
    const { rows } = this;
    for (let index = rows.length - 1; index >= Math.max(0, rows.length - parallelRows); index -= 1) {
      const row = rows[index];
      if (row?.kind === "tool" && row.status === "running") return row.key;
    }
    return undefined;
  }

  /** The latest running call, preferably a shell. Output without a call belongs to it. */
  runningShell(): { index: number; row: ToolRow } | undefined {
    for (let index = this.rows.length - 1; index >= 0; index -= 1) {
      const row = this.rows[index];
      if (row?.kind === "tool" && row.status === "running" && isShell(row)) return { index, row };
    }
    return undefined;
  }

  finish(): Transcript {
    const { rows, calls, seen } = this.#before;
    const known = this.#fresh.size > 0 ? addAll(seen, this.#fresh) : seen;
    return { ...this.fields, rows: this.#rows ?? rows, calls: this.#calls ?? calls, seen: known };
  }
}

function newCall(key: string, callId: string, name: string): ToolRow {
  const omitted = { args: false, result: false };
  const base = { kind: "tool", key, callId, name, status: "running", omitted, output: [], nested: "" } as const;
  return { ...base, args: undefined, result: undefined };
}

export const shellNames: ReadonlySet<string> = new Set(["shell", "run_terminal_cmd", "bash", "terminal"]);

function isShell(row: ToolRow): boolean {
  return row.typed?.type === "shell" || shellNames.has(row.name);
}

/** Adds output. Consecutive pieces of a stream are joined. */
export function joinOutput(pieces: readonly OutputPiece[], piece: OutputPiece): readonly OutputPiece[] {
  const last = pieces[pieces.length - 1];
  if (last?.stream !== piece.stream) return [...pieces, piece];
  return [...pieces.slice(0, -1), { ...last, text: last.text + piece.text }];
}
