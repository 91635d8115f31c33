import { exitCode } from "@/lib/core/process/exit-code";
import { collectStderr, GitError, killGit, spawnGit } from "../run-git";
import type { RefUpdate } from "./ref-update";

/** Why git didn't update references. */
export type RefProblem =
  /** A reference isn't at the expected object. */
  | "moved"
  /** A reference to create already exists. */
  | "exists"
  /** A conflicting name: `a` and `a/b` can't both exist. */
  | "clash"
  /** A name that conflicts with another when case is ignored. */
  | "case"
  /** The new object is missing or isn't a commit. */
  | "object"
  /** Another process held the lock for too long. */
  | "locked";

export class RefConflict extends Error {
  constructor(
    readonly problem: RefProblem,
    readonly ref: string,
    /** The reference it conflicts with, if known. */
    readonly other?: string,
  ) {
    super(`${ref}: ${problem}`);
    this.name = "RefConflict";
  }
}

const problems: readonly (readonly [RegExp, RefProblem])[] = [
  [/is at [0-9a-f]+ but expected/, "moved"],
  [/unable to resolve reference/, "moved"],
  [/reference already exists/, "exists"],
  [/exists; cannot create|cannot process .* and .* at the same time|there is a non-empty directory/, "clash"],
  [/nonexistent object|trying to write non-commit object|not a valid SHA1|invalid new value/, "object"],
  [/Unable to create '.*\.lock': File exists/s, "locked"],
];

function conflictOf(stderr: string, updates: readonly RefUpdate[]): RefConflict | undefined {
  const problem = problems.find(([pattern]) => pattern.test(stderr))?.[1];
  if (!problem) return undefined;
  const ref = updates.map((update) => update.ref).find((name) => stderr.includes(`'${name}'`)) ?? updates[0]?.ref;
  return new RefConflict(problem, ref ?? "");
}

/** Locked and verified references that haven't been updated. */
export interface PreparedRefs {
  commit(): Promise<void>;
  abort(): Promise<void>;
}

/** Longest time references stay locked while the database commits. */
const holdMs = 60_000;

/**
 * Locks references and verifies that they are at `before`; an all-zero id means "doesn't exist". Nothing
 * is updated until `commit`. If this process dies first, git releases the locks without updates. `env` is for new objects
 * in quarantine.
 *
 * @throws {RefConflict} with git's reason
 */
export async function prepareRefs(
  dir: string,
  updates: readonly RefUpdate[],
  env: Readonly<Record<string, string>> = {},
): Promise<PreparedRefs> {
  const args = ["update-ref", "--no-deref", "-z", "--stdin"];
  const child = spawnGit(args, { cwd: dir, env: { GIT_DIR: dir, ...env } });
  const stderr = collectStderr(child);
  const ended = exitCode(child);
  const timer = setTimeout(() => killGit(child), holdMs);
  child.once("close", () => clearTimeout(timer));
  child.stdin?.on("error", () => undefined);

  let printed = "";
  let onOutput = () => {};
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.toString("latin1");
    onOutput();
  });

  /** Resolves when git confirms a step; throws if it exits. */
  async function confirmed(step: string): Promise<void> {
    const confirmation = new Promise<void>((resolve) => {
      onOutput = () => {
        if (printed.includes(`${step}: ok\n`)) resolve();
      };
      onOutput();
    });
    const code = await Promise.race([confirmation, ended]);
    if (code === undefined || printed.includes(`${step}: ok\n`)) return;
    throw conflictOf(stderr(), updates) ?? new GitError(args, code, stderr());
  }

  const lines = updates.map(({ ref, before, after }) => `update ${ref}\0${after}\0${before}\0`);
  child.stdin?.write(`start\0${lines.join("")}prepare\0`);
  await confirmed("prepare");

  return {
    async commit() {
      child.stdin?.end("commit\0");
      await confirmed("commit");
      await ended;
    },
    async abort() {
      child.stdin?.end("abort\0");
      await ended;
    },
  };
}
