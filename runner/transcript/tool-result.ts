import { z } from "zod";
import { mcpOutput } from "./mcp-call";
import type { ToolContent } from "./session-update";
import { exitLine, shownPath, type ToolDescription, type ToolResult, type ToolState } from "./tool-call";

const optionalText = z.string().optional().catch(undefined);
const optionalNumber = z.number().optional().catch(undefined);
const files = z.array(z.string()).optional().catch(undefined);

const Match = z.looseObject({ file: z.string(), lineNumber: optionalNumber, line: z.string() });

/** Metadata some agents report in addition to the text for the model. */
const Metadata = z.looseObject({
  /** `null` for a stopped command. */
  exit: z.number().nullish().catch(undefined),
  diff: optionalText,
  count: optionalNumber,
  display: z.looseObject({ totalLines: optionalNumber }).optional().catch(undefined),
});

const Hunk = z.looseObject({
  oldStart: z.number(),
  oldLines: z.number(),
  newStart: z.number(),
  newLines: z.number(),
  lines: z.array(z.string()),
});

/** Result fields used by different agents. Without them, the content is shown. */
const Output = z
  .looseObject({
    exitCode: optionalNumber,
    exit_code: optionalNumber,
    signal: z.string().nullish().catch(undefined),
    stdout: optionalText,
    stderr: optionalText,
    output: optionalText,
    executionTime: optionalNumber,
    content: optionalText,
    totalLines: optionalNumber,
    fileSize: optionalNumber,
    message: optionalText,
    error: optionalText,
    matches: z.array(Match).optional().catch(undefined),
    totalMatches: optionalNumber,
    files,
    linesAdded: optionalNumber,
    linesRemoved: optionalNumber,
    diffString: optionalText,
    totalFiles: optionalNumber,
    truncated: z.boolean().optional().catch(undefined),
    metadata: Metadata.optional().catch(undefined),
    file: z.looseObject({ content: optionalText, totalLines: optionalNumber }).optional().catch(undefined),
    structuredPatch: z.array(Hunk).optional().catch(undefined),
  })
  .catch({});
type Output = z.infer<typeof Output>;

function textOf(content: readonly ToolContent[]): string {
  return content
    .flatMap((item) => (item.type === "content" ? [item.content.text ?? item.content.resource?.text ?? ""] : []))
    .join("\n");
}

function lineCount(text: string): number {
  if (text === "") return 0;
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** Removes the fence of a text that is one code block. */
function withoutFence(text: string): string {
  const inner = /^```[\w-]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1];
  return inner === undefined || inner.includes("\n```") ? text : inner;
}

/** The result of a command that agents report as text only. */
function plainResult({ rawOutput, result }: ToolState): string | undefined {
  if (typeof rawOutput === "string") return withoutFence(rawOutput);
  return result.length === 0 ? undefined : withoutFence(textOf(result));
}

interface CommandReport {
  output: string;
  exitCode: number | undefined;
  signal: string | undefined;
}

/** Parses the report of a command by Gemini CLI: `Output: …`, and lines such as `Exit Code: 3`, the last with the group. */
function commandReport(text: string | undefined): CommandReport | undefined {
  if (!text?.startsWith("Output: ")) return undefined;
  const lines = text.slice("Output: ".length).split("\n");
  const facts = new Map<string, string>();
  for (;;) {
    const [, name, value = ""] =
      /^(Exit Code|Signal|Background PIDs|Process Group PGID|Error): (.*)$/.exec(lines.at(-1) ?? "") ?? [];
    if (name === undefined || facts.has(name)) break;
    facts.set(name, value);
    lines.pop();
  }
  if (!facts.has("Process Group PGID")) return undefined;
  const signal = facts.get("Signal");
  const output = lines.join("\n");
  return {
    output: output === "(empty)" ? "" : output,
    exitCode: signal === undefined ? Number(facts.get("Exit Code") ?? 0) : undefined,
    signal,
  };
}

function exitCodeOf(output: Output, state: ToolState): number | undefined {
  const reported =
    output.exitCode ??
    output.exit_code ??
    output.metadata?.exit ??
    state.exitLine ??
    state.exit?.exit_code ??
    undefined;
  if (reported !== undefined || !state.failed) return reported;
  const line = exitLine.exec(plainResult(state) ?? "")?.[1];
  return line === undefined ? undefined : Number(line);
}

function shellValue(state: ToolState, output: Output) {
  const report = commandReport(plainResult(state));
  const text = report?.output ?? plainResult(state);
  const exitCode = exitCodeOf(output, state) ?? report?.exitCode;
  const streamed = state.streamed || text === undefined ? state.stdout : undefined;
  return {
    ...(exitCode === undefined ? {} : { exitCode }),
    signal: output.signal ?? state.exit?.signal ?? report?.signal ?? (output.metadata?.exit === null ? "killed" : ""),
    stdout: output.stdout ?? output.output ?? streamed ?? text?.replace(state.failed ? exitLine : "", "") ?? "",
    stderr: output.stderr ?? state.stderr,
    executionTime: output.executionTime ?? state.elapsedMs,
  };
}

/** Parses the text result of a search: `file:line:text`, or `Line 1: text` below a file name. */
function matchesIn(text: string, cwd: string) {
  let heading: string | undefined;
  return text.split("\n").flatMap((each) => {
    const below = /^\s+Line (\d+): ?(.*)$/.exec(each);
    const [, file, number, line] = below
      ? [each, heading, ...below.slice(1)]
      : (/^([^:]+):(\d+):(.*)$/s.exec(each) ?? []);
    if (!below) heading = /^(\S.*):$/.exec(each)?.[1] ?? heading;
    if (file === undefined || line === undefined) return [];
    return [{ file: shownPath(file, cwd), lineNumber: Number(number), line }];
  });
}

function grepValue(output: Output, text: string, cwd: string) {
  const matches = output.matches ?? matchesIn(text, cwd);
  const found = { matches, totalMatches: output.totalMatches ?? matches.length };
  return { workspaceResults: { [shownPath(cwd, cwd)]: { type: "content", output: found } } };
}

/** Returns the names in a text result, up to the count the agent reported. */
function namesIn(output: Output, text: string, cwd: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return (output.files ?? lines.slice(0, output.metadata?.count)).map((name) => shownPath(name, cwd));
}

/** Removes the header of a diff, which contains the workspace path. */
function hunksOf(diff: string | undefined): string | undefined {
  const begin = diff?.search(/^@@/m) ?? -1;
  return begin === -1 ? undefined : diff?.slice(begin);
}

function patchText(hunks: Output["structuredPatch"]): string | undefined {
  if (!hunks || hunks.length === 0) return undefined;
  const texts = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) =>
    [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join("\n"),
  );
  return `${texts.join("\n")}\n`;
}

function editValue(state: ToolState, output: Output, path: unknown) {
  const { linesAdded, linesRemoved } = output;
  const diffString = output.diffString ?? hunksOf(output.metadata?.diff) ?? patchText(output.structuredPatch);
  const diff = state.content.find((item) => item.type === "diff");
  if (!diff || linesAdded !== undefined) return { path, linesAdded, linesRemoved, diffString };
  const before = new Set((diff.oldText ?? "").split("\n"));
  const after = new Set(diff.newText.split("\n"));
  return {
    path,
    linesAdded: [...after].filter((line) => !before.has(line)).length,
    linesRemoved: [...before].filter((line) => !after.has(line)).length,
    ...(diffString === undefined ? {} : { diffString }),
  };
}

function successValue(call: ToolDescription, state: ToolState, output: Output, cwd: string): Record<string, unknown> {
  const text = textOf(state.result);
  switch (call.type) {
    case "shell":
      return shellValue(state, output);
    case "createPlan":
      return {};
    case "task":
      return { isBackground: false, durationMs: state.elapsedMs, ...(text === "" ? {} : { resultSuffix: text }) };
    case "read": {
      const content = output.content ?? output.file?.content ?? text;
      const size = output.fileSize ?? Buffer.byteLength(content);
      const totalLines =
        output.totalLines ?? output.file?.totalLines ?? output.metadata?.display?.totalLines ?? lineCount(content);
      return { content, totalLines, fileSize: size };
    }
    case "write": {
      const written = z.string().catch("").parse(call.args.fileText);
      return { path: call.args.path, linesCreated: lineCount(written), fileSize: Buffer.byteLength(written) };
    }
    case "edit":
      return editValue(state, output, call.args.path);
    case "delete":
      return { fileSize: output.fileSize ?? 0 };
    case "grep":
      return grepValue(output, text, cwd);
    case "glob": {
      const found = namesIn(output, text, cwd);
      const clientTruncated = output.truncated ?? false;
      return { files: found, totalFiles: output.totalFiles ?? found.length, clientTruncated, ripgrepTruncated: false };
    }
    case "ls": {
      const found = namesIn(output, text, cwd);
      return {
        directoryTreeRoot: {
          absPath: call.args.path,
          childrenDirs: [],
          childrenFiles: found.map((name) => ({ name })),
          childrenWereProcessed: true,
          fullSubtreeExtensionCounts: {},
          numFiles: output.totalFiles ?? found.length,
        },
      };
    }
    case "updateTodos": {
      const todos = z.array(z.unknown()).catch([]).parse(call.args.todos);
      return { todos, totalCount: todos.length };
    }
    default:
      return { content: mcpContent(state, text), isError: state.failed };
  }
}

const stringOf = (value: unknown) => (typeof value === "string" ? value : "");

function mcpContent({ result, rawOutput }: ToolState, text: string) {
  const contents = result.flatMap((item) => (item.type === "content" ? [item.content] : []));
  const blocks = contents.length > 0 ? contents : mcpOutput(rawOutput);
  const shown = text || stringOf(rawOutput) || blocks.map((block) => block.text ?? "").join("\n");
  const images = blocks.flatMap(({ type, data, mimeType }) =>
    type === "image" ? [{ image: { data: data ?? "", mimeType: mimeType ?? undefined } }] : [],
  );
  return [...(shown === "" ? [] : [{ text: { text: shown } }]), ...images];
}

const present = (output: Output): Output =>
  Object.fromEntries(Object.entries(output).filter(([, value]) => value !== undefined));

/** Returns the result of a completed call for the full frame. A nonzero exit code is still a success. */
export function toolResult(call: ToolDescription, state: ToolState, cwd: string): ToolResult {
  const output = { ...Output.parse(state.toolResponse ?? {}), ...present(Output.parse(state.rawOutput ?? {})) };
  const ran = call.type === "shell" && exitCodeOf(output, state) !== undefined;
  // An agent that waits for approval of its plan reports that it wasn't approved.
  if (state.failed && !ran && call.type !== "mcp" && call.type !== "createPlan") {
    const message = output.message ?? output.error ?? (plainResult(state) || state.stdout);
    return { status: "error", error: { message: message || `${state.title} failed` } };
  }
  return { status: "success", value: successValue(call, state, output, cwd) };
}

/** Returns the result for the simplified frame, as on the live service. */
export function simplifiedResult(call: ToolDescription, result: ToolResult): Record<string, unknown> {
  if (result.status === "error") return { error: result.error };
  switch (call.type) {
    case "shell":
      return { success: { command: call.args.command, ...result.value }, isBackground: false };
    case "read":
      return { success: { path: call.args.path, ...result.value } };
    default:
      return { success: result.value };
  }
}
