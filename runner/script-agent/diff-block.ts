import { join } from "node:path";
import { patchedPaths } from "./prompt-blocks";
import { runProgram } from "./run-program";
import type { Turn } from "./turn";

function countLines(patch: string, sign: "+" | "-"): number {
  const header = sign.repeat(3);
  return patch.split("\n").filter((line) => line.startsWith(sign) && !line.startsWith(`${header} `)).length;
}

/** Applies a diff block atomically, as a tool call. Returns the error, or `undefined`. */
export async function applyDiffBlock(turn: Turn, patch: string): Promise<string | undefined> {
  const { cwd, signal, timeLimitMs } = turn.options;
  const paths = patchedPaths(patch);
  const path = join(cwd, paths[0] ?? "(patch)");
  const call = await turn.tool({
    title: `Patch ${paths.join(", ")}`,
    name: "edit",
    kind: "edit",
    rawInput: { path },
    path,
    written: patch,
  });
  // `--recount` ignores wrong line counts in handwritten hunks.
  const args = ["apply", "--recount", "--whitespace=nowarn", "-"];
  const end = await runProgram("git", args, { cwd, signal, timeLimitMs, input: patch });
  if (end.exitCode !== 0) {
    const message = end.error ?? (end.stderr.trim() || "the patch doesn't apply");
    await call.finish("failed", { rawOutput: { message } }, message);
    signal.throwIfAborted();
    return message
      .replace(/^error: /gm, "")
      .split("\n")
      .join("; ");
  }
  const counts = { linesAdded: countLines(patch, "+"), linesRemoved: countLines(patch, "-") };
  await call.finish("completed", { rawOutput: { ...counts, diffString: patch } }, "");
  return undefined;
}
