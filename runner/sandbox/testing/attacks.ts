import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { importHostImage, testEngine } from "../../images/testing/host-image";
import type { RunContext, RunSpec } from "../../run/run-spec";
import { createImageStore, type Images } from "../../stores/image-store";
import { shellPrompt } from "../../testing/prompt-text";
import { pushEnvironment } from "../../testing/push-environment";
import { createRunHarness, type RunHarness, type RunRecord } from "../../testing/run-harness";
import { probeSandbox } from "../probe-sandbox";

const driver = await probeSandbox({ sandbox: "auto" });
const engine = testEngine();

/** `ESCAPES=long`: full sizes, and every attack over an image, too. */
export const isLong = process.env.ESCAPES === "long";

/** Importing an image copies this machine's programs twice. */
const importTimeoutMs = 600_000;

/** An attacked run. The files are new for each test. */
export interface Target {
  readonly harness: RunHarness;
  readonly workspaceDir: string;
  /** A file outside the workspace. */
  readonly canary: string;
  readonly branch: string;
  /** Command of the Node that the run's processes have. */
  readonly node: string;
  /** Runs a script as an agent in the sandbox, on a repository that is served over HTTP. */
  attack(script: string, context?: Partial<RunContext>, spec?: Partial<RunSpec>): Promise<RunRecord>;
  /** Output of the script's commands. */
  output(record: RunRecord): string;
  pushed(path: string): Promise<string>;
}

/** Command lines of live processes that contain `text`. */
export function processesWith(text: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return command.includes(text) ? [command.replaceAll("\0", " ")] : [];
      } catch {
        return [];
      }
    });
}

function describeView(title: string, overImage: boolean, suite: (target: Target) => void): void {
  describe(title, () => {
    let harness: RunHarness;
    let images: Images | undefined;
    let startingRef: string | undefined;
    let count = 0;
    let workspaceDir = "";
    let canary = "";
    const branch = () => `svc/attack-${count}`;
    beforeAll(async () => {
      harness = await createRunHarness();
      if (!overImage || !engine) return;
      const image = await importHostImage(engine, harness.folder);
      startingRef = await pushEnvironment(harness, "with-image", JSON.stringify({ image }));
      images = { engine, store: createImageStore({ folder: join(harness.folder, "images"), limitBytes: 1024 ** 3 }) };
    }, importTimeoutMs);
    afterAll(() => harness?.dispose());
    beforeEach(async () => {
      count += 1;
      workspaceDir = join(harness.folder, `workspace-${count}`);
      canary = join(harness.folder, `canary-${count}`);
      await mkdir(workspaceDir);
      await writeFile(canary, "untouched");
      return async () => expect(await readFile(canary, "utf8")).toBe("untouched");
    });
    suite({
      get harness() {
        return harness;
      },
      get workspaceDir() {
        return workspaceDir;
      },
      get canary() {
        return canary;
      },
      get branch() {
        return branch();
      },
      node: overImage ? "node" : process.execPath,
      attack: (script, context, spec) =>
        harness.run(
          {
            prompt: shellPrompt(script),
            repositories: [{ ...harness.httpRepository(), startingRef }],
            workspaceDir,
            branch: { name: branch(), current: false },
            ...spec,
          },
          { sandbox: driver, images, ...context },
        ),
      output: ({ frames }) => JSON.stringify(frames),
      pushed: (path) => harness.remoteGit("show", `${branch()}:${path}`),
    });
  });
}

/**
 * Describes attacks on a sandboxed run: over this machine's system and over an unpacked container image.
 * `overImage: "long"`: the latter only with `ESCAPES=long`.
 */
export function describeAttacks(
  title: string,
  { overImage }: { overImage: "always" | "long" },
  suite: (target: Target) => void,
): void {
  if (driver === "none") {
    console.log(`Skipped: "${title}" needs a sandbox`);
    return;
  }
  describeView(title, false, suite);
  if (overImage === "long" && !isLong) return;
  if (engine) describeView(`${title} over an image`, true, suite);
  else console.log(`Skipped: "${title}" over an image needs podman, runc and ip`);
}
