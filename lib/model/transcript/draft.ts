import { addAll, has } from "./seen";
import { emptyTranscript, type OutputPiece, type Row, type ToolRow, type Transcript } from "./state";
import { rowCounts } from "./work";

/** Rows searched backward for a call that runs in parallel with a new one. */
const parallelRows = 50;
/** Rows of a subagent below this level are in the list of the last one. */
const maxLevel = 4;
/** Rows kept for each subagent, the latest ones. */
const maxNestedRows = 300;

/**
 * A transcript being changed. The old one is never modified: rows and calls are copied once, on the first write, so a batch
 * of a thousand frames costs one copy. Unchanged rows stay the same objects.
 */
export class Draft {
  readonly #before: Transcript;
  /** The draft of the call's list, for the rows of a subagent. */
  readonly #parent: { draft: Draft; position: number } | undefined;
  readonly #level: number;
  /** Changed lists of subagents, by the position of their calls. */
  readonly #nested = new Map<number, Draft>();
  #dropped: Transcript["dropped"];
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

  constructor(before: Transcript, parent?: { draft: Draft; position: number }) {
    this.#before = before;
    this.#dropped = before.dropped;
    this.#parent = parent;
    this.#level = parent ? parent.draft.#level + 1 : 0;
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

  /** Adds a row. Its key is its position. The oldest row of a subagent is dropped above the limit. */
  append<R extends Row>(make: (key: string) => R): { index: number; row: R } {
    this.#rows ??= [...this.#before.rows];
    if (this.#level > 0 && this.#rows.length >= maxNestedRows) this.#dropFirst(this.#rows);
    const index = this.#rows.length;
    const created = make(`r${this.#dropped.rows + index}`);
    const row = this.eventId === undefined ? created : { ...created, eventId: this.eventId };
    this.#rows.push(row);
    return { index, row };
  }

  #dropFirst(rows: Row[]): void {
    const position = this.#dropped.rows;
    this.#finishNested(position);
    this.#nested.delete(position);
    const [row] = rows.splice(0, 1);
    const counts = row ? rowCounts(row) : { calls: 0, failed: 0 };
    this.#dropped = {
      rows: position + 1,
      calls: this.#dropped.calls + counts.calls,
      failed: this.#dropped.failed + counts.failed,
    };
  }

  /** Adds text to the last row if that can grow, otherwise as a row. */
  addText(kind: "message" | "thinking", text: string): void {
    const last = this.last();
    const grows = last?.kind === kind && !(last.kind === "thinking" && last.durationMs !== undefined);
    if (grows) this.replace(this.rows.length - 1, { ...last, text: last.text + text });
    else if (text !== "") this.append((key) => ({ kind, key, text }));
  }

  replace(index: number, row: Row): void {
    this.#rows ??= [...this.#before.rows];
    this.#rows[index] = row;
  }

  /** The row of a tool call, created for a new one. */
  call(callId: string, name: string): { index: number; row: ToolRow } {
    const position = this.#positionOf(callId);
    const index = position === undefined ? -1 : position - this.#dropped.rows;
    const row = this.rows[index];
    if (row?.kind === "tool" && row.callId === callId) return { index, row };
    const parallelTo = this.#runningCall();
    const created = this.append((key) => ({ ...newCall(key, callId, name), ...(parallelTo && { parallelTo }) }));
    this.#place(callId, this.#dropped.rows + created.index);
    return created;
  }

  #positionOf(callId: string): number | undefined {
    return (this.#calls ?? this.#before.calls).get(callId);
  }

  /** Records where a call is, also in the lists around this one. */
  #place(callId: string, position: number): void {
    this.#calls ??= new Map(this.#before.calls);
    this.#calls.set(callId, position);
    const parent = this.#parent;
    if (parent && parent.draft.#positionOf(callId) === undefined) parent.draft.#place(callId, parent.position);
  }

  /**
   * The rows of the subagent that a call of this list, or of one of its subagents, started; these rows at the deepest level.
   * `undefined` if the call has been dropped.
   */
  inside(callId: string): Draft | undefined {
    if (this.#level === maxLevel) return this;
    const position = this.#positionOf(callId) ?? this.call(callId, "task").index + this.#dropped.rows;
    const row = this.rows[position - this.#dropped.rows];
    if (row?.kind !== "tool") return undefined;
    const nested = this.#open(position, row);
    return row.callId === callId ? nested : nested.inside(callId);
  }

  #open(position: number, row: ToolRow): Draft {
    const nested = this.#nested.get(position) ?? new Draft(row.nested ?? emptyTranscript, { draft: this, position });
    this.#nested.set(position, nested);
    nested.eventId = this.eventId;
    return nested;
  }

  /** Marks calls that haven't ended as stopped. */
  stopCalls(): void {
    this.rows.forEach((row, index) => {
      if (row.kind !== "tool") return;
      const position = this.#dropped.rows + index;
      if (row.nested || this.#nested.has(position)) this.#open(position, row).stopCalls();
      if (row.status === "running") this.replace(index, { ...row, status: "stopped" });
    });
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
    for (const position of this.#nested.keys()) this.#finishNested(position);
    const { rows, calls, seen } = this.#before;
    const known = this.#fresh.size > 0 ? addAll(seen, this.#fresh) : seen;
    const kept = { rows: this.#rows ?? rows, dropped: this.#dropped, calls: this.#calls ?? calls };
    return { ...this.fields, ...kept, seen: known };
  }

  #finishNested(position: number): void {
    const index = position - this.#dropped.rows;
    const row = this.rows[index];
    const nested = this.#nested.get(position);
    if (row?.kind === "tool" && nested !== undefined && nested.#isChanged())
      this.replace(index, { ...row, nested: nested.finish() });
  }

  #isChanged(): boolean {
    return (this.#rows ?? this.#calls) !== undefined || [...this.#nested.values()].some((each) => each.#isChanged());
  }
}

function newCall(key: string, callId: string, name: string): ToolRow {
  const omitted = { args: false, result: false };
  const base = { kind: "tool", key, callId, name, status: "running", omitted, output: [] } as const;
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
