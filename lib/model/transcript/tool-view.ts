import { z } from "zod";
import type { ToolRow } from "./state";

const text = z.string().catch("");
const maybeText = z.string().optional().catch(undefined);
const maybeNumber = z.number().optional().catch(undefined);

const ShellArgs = z.looseObject({ command: text, workingDirectory: maybeText });
const ShellValue = z.looseObject({
  exitCode: maybeNumber,
  signal: maybeText,
  stdout: text,
  stderr: text,
  executionTime: maybeNumber,
});
const PathArgs = z.looseObject({ path: text });
const WriteArgs = z.looseObject({ path: text, fileText: text });
const ReadValue = z.looseObject({ content: maybeText, totalLines: maybeNumber });
const EditValue = z.looseObject({ linesAdded: maybeNumber, linesRemoved: maybeNumber, diffString: maybeText });
const GlobArgs = z.looseObject({ globPattern: text, targetDirectory: maybeText });
const GlobValue = z.looseObject({ files: z.array(z.string()), totalFiles: maybeNumber });
const GrepArgs = z.looseObject({ pattern: text, path: maybeText, glob: maybeText });

const PlanArgs = z.looseObject({ plan: text });
const TodoArgs = z.looseObject({
  todos: z.array(z.looseObject({ content: text, status: text })),
});

const Match = z.looseObject({ file: z.string(), lineNumber: maybeNumber, line: text });
const GrepOutput = z.union([
  z.looseObject({ type: z.literal("content"), output: z.looseObject({ matches: z.array(Match) }) }),
  z.looseObject({ type: z.literal("files"), output: z.looseObject({ files: z.array(z.string()) }) }),
  z.looseObject({
    type: z.literal("count"),
    output: z.looseObject({ counts: z.array(z.looseObject({ file: z.string(), count: z.number() })) }),
  }),
]);
const GrepValue = z.looseObject({ workspaceResults: z.record(z.string(), GrepOutput) });

interface Directory {
  absPath: string;
  childrenDirs: Directory[];
  childrenFiles: { name: string }[];
}
const Directory: z.ZodType<Directory> = z.looseObject({
  absPath: z.string(),
  get childrenDirs() {
    return z.array(Directory).catch([]);
  },
  childrenFiles: z.array(z.looseObject({ name: z.string() })).catch([]),
});
const LsValue = z.looseObject({ directoryTreeRoot: Directory });

export interface GrepMatch {
  file: string;
  lineNumber?: number | undefined;
  line: string;
}

/** How a tool call is shown. `title` is its subject: a command, path or pattern. */
export type ToolView =
  | {
      kind: "shell";
      title: string;
      directory?: string | undefined;
      exit?: Exit | undefined;
      stdout: string;
      stderr: string;
    }
  | { kind: "file"; verb: "Read" | "Wrote"; title: string; content: string | undefined; lines?: number | undefined }
  | { kind: "edit"; title: string; added?: number | undefined; removed?: number | undefined; diff: string | undefined }
  | {
      kind: "files";
      verb: "Found" | "Searched" | "Listed";
      title: string;
      files: readonly string[] | undefined;
      total?: number | undefined;
    }
  | { kind: "matches"; title: string; matches: readonly GrepMatch[] }
  /** An agent's plan, as text or as a list. `title` is the current step. */
  | { kind: "plan"; verb: "Planned"; title: string; text: string; todos: readonly Todo[] }
  | { kind: "other"; title: string; args: unknown; result: unknown };

export interface Todo {
  content: string;
  status: string;
}

export interface Exit {
  code?: number | undefined;
  signal?: string | undefined;
  durationMs?: number | undefined;
}

/** Maps names in simplified frames to those of the full form. */
const typeOfName: ReadonlyMap<string, string> = new Map([
  ["run_terminal_cmd", "shell"],
  ["bash", "shell"],
  ["read_file", "read"],
  ["write_file", "write"],
  ["edit_file", "edit"],
  ["search_replace", "edit"],
  ["list_dir", "ls"],
  ["grep_search", "grep"],
  ["file_search", "glob"],
  ["create_plan", "createPlan"],
  ["todo_write", "updateTodos"],
]);

const Wrapped = z.looseObject({ success: z.unknown() });

interface Known {
  type: string;
  args: unknown;
  value: unknown;
}

function knownOf(row: ToolRow): Known {
  const wrapped = Wrapped.safeParse(row.result);
  const simplified = wrapped.success ? wrapped.data.success : row.result;
  const result = row.typed?.result;
  return {
    type: row.typed?.type ?? typeOfName.get(row.name) ?? row.name,
    args: row.typed?.args ?? row.args,
    value: result?.status === "success" ? result.value : simplified,
  };
}

const loose = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
};

function streamed(row: ToolRow, stream: "stdout" | "stderr"): string {
  return row.output
    .filter((piece) => piece.stream === stream)
    .map((piece) => piece.text)
    .join("");
}

function shellView(row: ToolRow, { args, value }: Known): ToolView {
  const done = loose(ShellValue, value);
  const parsed = loose(ShellArgs, args);
  return {
    kind: "shell",
    title: parsed?.command ?? "",
    directory: parsed?.workingDirectory,
    exit: done && { code: done.exitCode, signal: done.signal || undefined, durationMs: done.executionTime },
    // Streamed output is complete even if the service shortened the result.
    stdout: streamed(row, "stdout") || (done?.stdout ?? ""),
    stderr: streamed(row, "stderr") || (done?.stderr ?? ""),
  };
}

function grepView({ args, value }: Known): ToolView {
  const parsed = loose(GrepArgs, args);
  const title = [parsed?.pattern, parsed?.path ?? parsed?.glob].filter(Boolean).join("  in  ");
  const outputs = Object.values(loose(GrepValue, value)?.workspaceResults ?? {});
  const matches = outputs.flatMap((each) => (each.type === "content" ? each.output.matches : []));
  if (matches.length > 0) return { kind: "matches", title, matches };
  const files = outputs.flatMap((each) => {
    if (each.type === "files") return each.output.files;
    return each.type === "count" ? each.output.counts.map(({ file, count }) => `${file}: ${count}`) : [];
  });
  return { kind: "files", verb: "Searched", title, files: outputs.length > 0 ? files : undefined };
}

function todosView(_row: ToolRow, { args, value }: Known): ToolView | undefined {
  const todos = (loose(TodoArgs, value) ?? loose(TodoArgs, args))?.todos;
  const current = todos?.find(({ status }) => status === "inProgress")?.content;
  return todos && { kind: "plan", verb: "Planned", title: current ?? "", text: "", todos };
}

function planView(_row: ToolRow, { args }: Known): ToolView | undefined {
  const plan = loose(PlanArgs, args)?.plan;
  return plan ? { kind: "plan", verb: "Planned", title: "", text: plan, todos: [] } : undefined;
}

function lsLines(directory: Directory, depth = 0): string[] {
  const indent = "  ".repeat(depth);
  const nameOf = (path: string) => path.split("/").filter(Boolean).at(-1) ?? path;
  return [
    ...directory.childrenDirs.flatMap((child) => [`${indent}${nameOf(child.absPath)}/`, ...lsLines(child, depth + 1)]),
    ...directory.childrenFiles.map(({ name }) => `${indent}${name}`),
  ];
}

function jsonTitle(args: unknown): string {
  const record = loose(z.record(z.string(), z.unknown()), args) ?? {};
  const candidates = ["path", "query", "description", "toolName", "url", "command"].map((key) => record[key]);
  return candidates.find((value) => typeof value === "string") ?? "";
}

const views: ReadonlyMap<string, (row: ToolRow, known: Known) => ToolView | undefined> = new Map([
  ["shell", shellView],
  [
    "read",
    (_row: ToolRow, { args, value }: Known): ToolView => {
      const read = loose(ReadValue, value);
      const title = loose(PathArgs, args)?.path ?? "";
      return { kind: "file", verb: "Read", title, content: read?.content, lines: read?.totalLines };
    },
  ],
  [
    "write",
    (_row: ToolRow, { args }: Known): ToolView => {
      const parsed = loose(WriteArgs, args);
      return { kind: "file", verb: "Wrote", title: parsed?.path ?? "", content: parsed?.fileText };
    },
  ],
  [
    "edit",
    (_row: ToolRow, { args, value }: Known): ToolView => {
      const done = loose(EditValue, value);
      const title = loose(PathArgs, args)?.path ?? "";
      return { kind: "edit", title, added: done?.linesAdded, removed: done?.linesRemoved, diff: done?.diffString };
    },
  ],
  [
    "glob",
    (_row: ToolRow, { args, value }: Known): ToolView => {
      const found = loose(GlobValue, value);
      const title = loose(GlobArgs, args)?.globPattern ?? "";
      return { kind: "files", verb: "Found", title, files: found?.files, total: found?.totalFiles };
    },
  ],
  ["grep", (_row: ToolRow, known: Known) => grepView(known)],
  ["createPlan", planView],
  ["updateTodos", todosView],
  [
    "ls",
    (_row: ToolRow, { args, value }: Known): ToolView => {
      const listed = loose(LsValue, value);
      const files = listed && lsLines(listed.directoryTreeRoot);
      return { kind: "files", verb: "Listed", title: loose(PathArgs, args)?.path ?? "", files };
    },
  ],
]);

/** Chooses how a tool call is shown. An unexpected payload is shown as JSON. */
export function toolView(row: ToolRow): ToolView {
  const known = knownOf(row);
  const view = views.get(known.type)?.(row, known);
  return view ?? { kind: "other", title: jsonTitle(known.args), args: known.args, result: known.value };
}

const McpResult = z.looseObject({ isError: z.boolean().optional().catch(undefined) });

/** Returns true if a call failed, the command it ran, or the MCP tool it called. */
export function toolFailed(row: ToolRow, view = toolView(row)): boolean {
  const { code = 0, signal } = (view.kind === "shell" && view.exit) || {};
  const { type, value } = knownOf(row);
  const mcpFailed = type === "mcp" && loose(McpResult, value)?.isError === true;
  return row.status === "failed" || code !== 0 || signal !== undefined || mcpFailed;
}

const Timed = z.looseObject({ executionTime: maybeNumber, durationMs: maybeNumber });

/** Duration in milliseconds, if the agent reports it. */
export function toolDuration(row: ToolRow): number | undefined {
  const timed = loose(Timed, knownOf(row).value);
  return timed?.executionTime ?? timed?.durationMs;
}

/** The error of a failed call, if reported. */
export function toolFailure(row: ToolRow): string | undefined {
  return row.typed?.result?.status === "error" ? row.typed.result.message : undefined;
}
