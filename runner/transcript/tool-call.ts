import { relative, sep } from "node:path";
import { z } from "zod";
import { mcpInput } from "./mcp-call";
import type { ToolContent } from "./session-update";
import { shownTodos, TodoEntry } from "./todo-list";

/** The state of a tool call with all updates merged. */
export interface ToolState {
  title: string;
  /** The title it was announced with. Often the tool's name; later titles describe the result. */
  announcedTitle: string;
  name: string | undefined;
  kind: string;
  content: readonly ToolContent[];
  locations: readonly { path: string }[];
  rawInput: unknown;
  rawOutput: unknown;
  /** Output streamed during the call. */
  stdout: string;
  stderr: string;
  /** The streamed output is complete: it came in pieces or from a terminal. */
  streamed: boolean;
  /** Content without what only describes the call. */
  result: readonly ToolContent[];
  /** Structured result of an agent, in addition to the text for the model. */
  toolResponse: unknown;
  /** How the command's terminal ended. */
  /** The exit code in the command's output, more exact than the terminal's. */
  exitLine: number | undefined;
  exit: { exit_code?: number | null | undefined; signal?: string | null | undefined } | undefined;
  failed: boolean;
  elapsedMs: number;
}

/** The exit code in the text of a failed command. */
export const exitLine = /^(?:Error: )?Exit code (\d{1,3})(?:\n|$)/;

/** A call for the run stream: `type` and `args` of the full frame, `name` of the simplified one. */
export interface ToolDescription {
  type: string;
  name: string;
  args: Record<string, unknown>;
}

export type ToolResult =
  | { status: "success"; value: Record<string, unknown> }
  | { status: "error"; error: { message: string } };

const names: Record<string, string> = {
  shell: "run_terminal_cmd",
  read: "read_file",
  write: "edit_file",
  edit: "edit_file",
  delete: "delete_file",
  grep: "grep",
  glob: "glob",
  ls: "list_dir",
  mcp: "mcp",
  createPlan: "create_plan",
  updateTodos: "todo_write",
  task: "task",
};

export function simplifiedName(type: string): string {
  return names[type] ?? type;
}

const optionalText = z.string().optional().catch(undefined);
const optionalNumber = z.number().optional().catch(undefined);

/** Argument names used by different agents. */
const Input = z
  .looseObject({
    command: z
      .union([z.string(), z.array(z.string()).transform((parts) => parts.join(" "))])
      .optional()
      .catch(undefined),
    cwd: optionalText,
    workingDirectory: optionalText,
    workdir: optionalText,
    timeout: optionalNumber,
    path: optionalText,
    file_path: optionalText,
    filePath: optionalText,
    abs_path: optionalText,
    target_file: optionalText,
    pattern: optionalText,
    query: optionalText,
    globPattern: optionalText,
    glob_pattern: optionalText,
    glob: optionalText,
    include: optionalText,
    outputMode: optionalText,
    output_mode: optionalText,
    caseInsensitive: z.boolean().optional().catch(undefined),
    content: optionalText,
    fileText: optionalText,
    todos: z.array(TodoEntry).optional().catch(undefined),
    description: optionalText,
    prompt: optionalText,
    subagent_type: optionalText,
    plan: optionalText,
  })
  .catch({});
type Input = z.infer<typeof Input>;

/** Returns paths inside the working folder relative to it. */
export function shownPath(path: string, cwd: string): string {
  if (path === cwd) return ".";
  return path.startsWith(cwd + sep) ? relative(cwd, path) : path;
}

function pathOf(state: ToolState, input: Input, cwd: string): string | undefined {
  const diff = state.content.find((item) => item.type === "diff");
  const path =
    diff?.path ??
    input.path ??
    input.file_path ??
    input.filePath ??
    input.abs_path ??
    input.target_file ??
    state.locations[0]?.path;
  return path === undefined ? undefined : shownPath(path, cwd);
}

function typeOf(state: ToolState, input: Input, path: string | undefined): string {
  const text = `${state.name ?? ""} ${state.announcedTitle} ${state.title}`.toLowerCase();
  const diff = state.content.find((item) => item.type === "diff");
  if (input.prompt !== undefined && input.subagent_type !== undefined) return "task";
  switch (state.kind) {
    case "switch_mode":
      return "createPlan";
    case "execute":
      return input.command === undefined && mcpInput(state.kind, state.rawInput) ? "mcp" : "shell";
    case "read":
      if (path === undefined) return "mcp";
      return /\b(?:ls|list|list_dir|list_directory)\b/.test(text) ? "ls" : "read";
    case "edit": {
      if (path === undefined) return "mcp";
      const whole = diff ? diff.oldText === null || diff.oldText === undefined : input.content !== undefined;
      return whole || input.fileText !== undefined ? "write" : "edit";
    }
    case "delete":
      return path === undefined ? "mcp" : "delete";
    case "search":
      if (input.globPattern !== undefined || input.glob_pattern !== undefined) return "glob";
      if (/\b(?:ls|list_dir|list_directory|list files)\b/.test(text)) return "ls";
      if (/\b(?:glob|find)\b/.test(state.rawInput === undefined ? (state.name ?? "") : text)) return "glob";
      return (patternOf(state, input) ?? "") === "" ? "mcp" : "grep";
    default:
      return input.todos !== undefined && /\btodo/.test(text) ? "updateTodos" : "mcp";
  }
}

/** What a search looks for: its input, or the title of an agent that sends no input. */
function patternOf(state: ToolState, input: Input): string | undefined {
  const searchText = input.pattern ?? input.query;
  if (searchText !== undefined || state.rawInput !== undefined) return searchText;
  return state.announcedTitle.replace(/^(['"`])(.*)\1$/, "$2");
}

function planOf(state: ToolState, input: Input): string {
  const texts = state.content.flatMap((item) => (item.type === "content" ? [item.content.text ?? ""] : []));
  return input.plan ?? texts.join("\n");
}

const mcpTool = /^mcp__((?:(?!.__).)*.)__(.+)$/;

function defined(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function argsOf(type: string, state: ToolState, input: Input, path: string | undefined, cwd: string) {
  const folder = input.path === undefined ? undefined : shownPath(input.path, cwd);
  switch (type) {
    case "shell": {
      const directory = input.workingDirectory ?? input.cwd ?? input.workdir;
      return defined({
        command: input.command ?? state.title,
        workingDirectory: directory === undefined || directory === cwd ? undefined : shownPath(directory, cwd),
        timeout: input.timeout,
      });
    }
    case "write": {
      const diff = state.content.find((item) => item.type === "diff");
      return { path: path ?? "", fileText: diff?.newText ?? input.fileText ?? input.content ?? "" };
    }
    case "read":
    case "edit":
    case "delete":
      return { path: path ?? "" };
    case "ls":
      return { path: path ?? "." };
    case "glob":
      return defined({
        targetDirectory: folder,
        globPattern: input.globPattern ?? input.glob_pattern ?? patternOf(state, input) ?? "",
      });
    case "grep":
      return defined({
        pattern: patternOf(state, input) ?? "",
        path: folder,
        glob: input.glob ?? input.include,
        outputMode: input.outputMode ?? input.output_mode,
        caseInsensitive: input.caseInsensitive,
      });
    case "updateTodos":
      return { todos: shownTodos(input.todos ?? []) };
    case "createPlan":
      return { plan: planOf(state, input) };
    case "task":
      return {
        description: input.description ?? state.announcedTitle,
        prompt: input.prompt ?? "",
        subagentType: { kind: "custom", name: input.subagent_type ?? "" },
      };
    default: {
      const call = mcpInput(state.kind, state.rawInput);
      if (call)
        return defined({ providerIdentifier: call.server, toolName: call.tool, args: call.arguments ?? undefined });
      const rawInput = z.record(z.string(), z.unknown()).safeParse(state.rawInput);
      const [, providerIdentifier, toolName] = mcpTool.exec(state.name ?? "") ?? [];
      return defined({
        providerIdentifier,
        toolName: toolName ?? (state.name || state.announcedTitle || state.title || state.kind),
        args: rawInput.success ? rawInput.data : undefined,
      });
    }
  }
}

/** Converts a protocol tool call for the run stream. Unknown tools become MCP calls. */
export function describeToolCall(state: ToolState, cwd: string): ToolDescription {
  const input = Input.parse(state.rawInput ?? {});
  const path = pathOf(state, input, cwd);
  const type = typeOf(state, input, path);
  return { type, name: simplifiedName(type), args: argsOf(type, state, input, path, cwd) };
}
