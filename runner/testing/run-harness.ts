import { mkdir, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { runGit } from "@/git/run-git";
import { startHttpBackend } from "@/git/testing/http-backend";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { executeRun } from "../execute-run";
import type { ExecuteRun, RunContext, RunFrame, RunOutcome, RunRepository, RunSpec } from "../run/run-spec";
import { removeTree } from "../stores/remove-tree";

export interface RunRecord {
  outcome: RunOutcome;
  frames: RunFrame[];
}

/** A bundled script agent and a bare repository, for tests of complete runs. */
export interface RunHarness {
  folder: string;
  scriptAgent: string[];
  remote: string;
  repository(startingRef?: string): RunRepository;
  /** The same repository over HTTP, as a sandbox reaches it. */
  httpRepository(): RunRepository;
  spec(over: Partial<RunSpec>): RunSpec;
  /** `execute`: by default in this process. */
  run(over: Partial<RunSpec>, context?: Partial<RunContext>, execute?: ExecuteRun): Promise<RunRecord>;
  /** Runs a git command in the bare repository and returns its output. */
  remoteGit(...args: string[]): Promise<string>;
  /** Writes an agent program for a test and returns its command. */
  program(name: string, source: string): Promise<string[]>;
  dispose(): Promise<void>;
}

async function createRemote(folder: string): Promise<string> {
  const seed = join(folder, "seed");
  const remote = join(folder, "remote.git");
  const author = { GIT_AUTHOR_NAME: "Seed", GIT_AUTHOR_EMAIL: "seed@example.com" };
  const env = { ...author, GIT_COMMITTER_NAME: "Seed", GIT_COMMITTER_EMAIL: "seed@example.com" };
  await runGit(["init", "--quiet", "--initial-branch=main", seed]);
  await writeFile(join(seed, "README.md"), "# Payments\n\nHandles refunds.\n");
  await mkdir(join(seed, "src"));
  await writeFile(join(seed, "src", "refund.ts"), "export function refundPayment() {\n  return 1;\n}\n");
  await runGit(["add", "--all"], { cwd: seed });
  await runGit(["commit", "--quiet", "-m", "Initial commit"], { cwd: seed, env });
  await runGit(["branch", "release"], { cwd: seed });
  await runGit(["tag", "v1"], { cwd: seed });
  await runGit(["clone", "--quiet", "--bare", seed, remote], { allowProtocols: ["file"] });
  return remote;
}

export async function createRunHarness(): Promise<RunHarness> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-run-")));
  const bundle = join(folder, "script-agent.mjs");
  await build({
    entryPoints: [resolve("runner/script-agent/main.ts")],
    outfile: bundle,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "silent",
  });
  const remote = await createRemote(folder);
  const log = createLog({ program: "test", level: "silent" });
  const backend = await startHttpBackend(folder);

  const harness: RunHarness = {
    folder,
    scriptAgent: [process.execPath, bundle],
    remote,
    repository: (startingRef) => ({
      url: "https://git.example.com/acme/payments.git",
      cloneUrl: remote,
      startingRef,
      directory: "payments",
    }),
    httpRepository: () => ({ ...harness.repository(), cloneUrl: `${backend.url}/remote.git` }),
    spec: (over) => ({
      agentId: "bc-1",
      runId: `run-${systemIds.uuid()}`,
      prompt: { text: "Hello", images: [] },
      mode: "agent",
      command: harness.scriptAgent,
      model: { id: "script", params: [] },
      repositories: [harness.repository()],
      branch: { name: "svc/work-1", current: false },
      workspaceDir: join(folder, "workspace", systemIds.uuid()),
      variables: { SCRIPT_AGENT_DELAY_MS: "0" },
      mcpServers: [],
      sessionId: undefined,
      conversation: [],
      owner: "user-1",
      author: { name: "Slipway", email: "slipway@example.com" },
      variablePrefix: "SVC",
      ...over,
    }),
    async run(over, context, execute = executeRun) {
      const frames: RunFrame[] = [];
      const outcome = await execute(harness.spec(over), {
        record: async (batch) => void frames.push(...batch),
        started: async () => undefined,
        gitCredential: async () => ({ username: "x-access-token", password: "secret" }),
        signal: new AbortController().signal,
        sandbox: "none",
        egress: { inherited: [], blocked: [], required: [] },
        gitProtocols: ["file", "http"],
        clock: systemClock,
        ids: systemIds,
        log,
        ...context,
      });
      return { outcome, frames };
    },
    async remoteGit(...args) {
      const { stdout } = await runGit(args, { cwd: remote, okCodes: [0, 1, 128] });
      return stdout.toString("utf8").trim();
    },
    async program(name, source) {
      const file = join(folder, `${name}.mjs`);
      await writeFile(file, source);
      return [process.execPath, file];
    },
    async dispose() {
      backend.close();
      await removeTree(folder);
    },
  };
  return harness;
}

/** Returns the text of a file, or `undefined` if it can't be read. */
export async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}
