import { isSimplified } from "@/lib/model/live/protocol";
import { unshownResult } from "@/lib/model/transcript/conversation-items";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { emptyTranscript, type Frame, type Row, type ToolRow, type Transcript } from "@/lib/model/transcript/state";
import { plainText } from "@/lib/model/transcript/terminal-text";
import { toolFailure, toolView } from "@/lib/model/transcript/tool-view";

const maxOutputLines = 40;

/** How much of a row has been printed. */
interface Printed {
  /** Characters of a growing text. */
  characters: number;
  title: boolean;
  end: boolean;
}

const indented = (text: string) => text.replace(/^(?=.)/gm, "  ");

/** The last lines of an output, without what would control the terminal. */
function tail(output: string): string {
  const lines = plainText(output).replace(/\n$/, "").split("\n");
  const omitted = lines.length - maxOutputLines;
  const shown = omitted > 0 ? [`… ${omitted} more lines`, ...lines.slice(omitted)] : lines;
  return indented(shown.join("\n"));
}

function toolTitle(row: ToolRow): string | undefined {
  const view = toolView(row);
  const title = plainText(view.title).trim();
  if (view.kind === "shell") return title && `$ ${title}`;
  if (view.kind === "edit") return title && `Edit ${title}`;
  if (view.kind === "matches") return title && `Search ${title}`;
  if (view.kind === "other") return [plainText(row.name), title].filter(Boolean).join(" ");
  return title && `${view.verb} ${title}`;
}

/** What is printed when a call ends. */
function toolEnd(row: ToolRow): string {
  const view = toolView(row);
  const failure = toolFailure(row);
  const parts = [
    view.kind === "shell" ? tail([view.stdout, view.stderr].filter(Boolean).join("\n")) : "",
    view.kind === "shell" && view.exit?.code ? `  exit code ${view.exit.code}` : "",
    view.kind === "edit" && view.added !== undefined ? `  +${view.added} −${view.removed ?? 0}` : "",
    failure === undefined ? "" : indented(plainText(failure)),
    row.status === "stopped" ? "  stopped" : "",
  ];
  return parts.filter((part) => part.trim() !== "").join("\n");
}

/** Prints a run's transcript as text while it grows: whole lines, each once. */
export class TranscriptPrinter {
  #transcript: Transcript = emptyTranscript;
  readonly #printed = new Map<string, Printed>();
  /** Index of the first row that can still change what is printed. */
  #start = 0;

  /** A simplified event, whose full form may follow. */
  #pending: Frame | undefined;

  constructor(private readonly options: { write(text: string): void; agentUrl: string }) {}

  /** Adds an event of the run. Repeated events are ignored. */
  add(frame: Frame): void {
    const before = this.#pending;
    this.#pending = undefined;
    const isFullForm = before !== undefined && before.id === frame.id;
    if (before && !isFullForm) this.#apply([before]);
    if (isSimplified(frame.event) && !isFullForm) this.#pending = frame;
    else this.#apply(isFullForm ? [before, frame] : [frame]);
  }

  #apply(frames: readonly Frame[]): void {
    this.#transcript = reduceAll(this.#transcript, frames);
    const { rows, outcome, done } = this.#transcript;
    const isOver = done || outcome !== undefined;
    for (let index = this.#start; index < rows.length; index += 1) {
      const row = rows[index];
      if (!row) continue;
      const isLast = index === rows.length - 1;
      const isFinished = this.#print(row, isOver || !isLast);
      if (isFinished && index === this.#start) this.#start += 1;
    }
  }

  /** Prints the remaining output at the end of the run. */
  finish(): void {
    this.add({ event: "done", data: {} });
    const result = unshownResult(this.#transcript);
    if (result) this.#line(plainText(result));
  }

  #line(text: string): void {
    if (text !== "") this.options.write(`${text}\n`);
  }

  /** Returns whether the row has been printed completely. */
  #print(row: Row, isComplete: boolean): boolean {
    const printed = this.#printed.get(row.key) ?? { characters: 0, title: false, end: false };
    this.#printed.set(row.key, printed);
    switch (row.kind) {
      case "message":
      case "summary":
      case "notice":
        return this.#printGrowing(row.text, printed, isComplete);
      case "tool":
        return this.#printTool(row, printed, isComplete);
      case "prompt":
        if (!printed.title) this.#line(`${plainText(row.text).replace(/^/gm, "> ")}\n`);
        break;
      case "question":
        if (!printed.title) {
          this.#line(`? ${plainText(row.question.message)}\n  Answer it: ${this.options.agentUrl}`);
        }
        break;
      default:
        break;
    }
    printed.title = true;
    return true;
  }

  #printGrowing(text: string, printed: Printed, isComplete: boolean): boolean {
    const end = isComplete ? text.length : text.lastIndexOf("\n") + 1;
    if (end > printed.characters) {
      const piece = plainText(text.slice(printed.characters, end));
      printed.characters = end;
      this.options.write(isComplete && !piece.endsWith("\n") ? `${piece}\n` : piece);
    }
    return isComplete;
  }

  #printTool(row: ToolRow, printed: Printed, isComplete: boolean): boolean {
    const title = toolTitle(row);
    const isOver = row.status !== "running" && (isComplete || row.typed?.result !== undefined);
    if (!printed.title && title && (isComplete || isOver || row.args !== undefined)) {
      printed.title = true;
      this.#line(title);
    }
    if (isOver && !printed.end) {
      printed.end = true;
      this.#line(toolEnd(row));
    }
    return printed.end;
  }
}
