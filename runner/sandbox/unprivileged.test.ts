// @module-tag long

import { execFile, spawnSync } from "node:child_process";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "@/lib/core/settings/project-root";
import { probeSandbox } from "./probe-sandbox";

const accountId = 65_534;
/** Shows the project where every account can read it, then changes to an account without rights. */
const script = `mount --bind "$0" /mnt && cd /mnt && exec setpriv --reuid ${accountId} --regid ${accountId} --clear-groups "$@"`;
const asAccount = (command: readonly string[]) => [
  "--mount",
  "--propagation",
  "private",
  "sh",
  "-c",
  script,
  projectRoot,
  "env",
  "-i",
  `PATH=${process.env.PATH ?? ""}`,
  ...command,
];
const isRoot = process.getuid?.() === 0;
const works = isRoot && spawnSync("unshare", asAccount([process.execPath, "--version"])).status === 0;
const hasSandbox = (await probeSandbox({ sandbox: "auto" })) === "bubblewrap";
if (!works) console.log("Skipped: only root can run the tests of the sandbox as another account");

// The sandbox behaves differently for root, whom the kernel lets enter any namespace and write to its settings.
describe.skipIf(!works || !hasSandbox)("the sandbox of a service that isn't root", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp("/tmp/slipway-unprivileged-");
    await chown(folder, accountId, accountId);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const runTests = async (files: readonly string[]) => {
    const variables = [`HOME=${folder}`, `TMPDIR=${folder}`, "NO_COLOR=1", `ESCAPES=${process.env.ESCAPES ?? ""}`];
    const vitest = [join("node_modules", "vitest", "vitest.mjs"), "run", "--configLoader", "runner"];
    const config = ["--config", "scripts/testing/unprivileged.config.mts", "--reporter", "json"];
    const command = asAccount([...variables, process.execPath, ...vitest, ...config, ...files]);
    const { stdout } = await promisify(execFile)("unshare", command, { maxBuffer: 64 * 1024 ** 2 }).catch(
      (error) => error,
    );
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(stdout.slice(stdout.indexOf('{"numTotal')));
    const failed = testResults.filter(({ status }: { status: string }) => status !== "passed");
    expect(
      failed.map(({ name, message, assertionResults }: Record<string, unknown>) => ({
        name,
        message,
        assertionResults,
      })),
    ).toEqual([]);
    expect([numFailedTests, numPassedTests]).toEqual([0, expect.any(Number)]);
    return Number(numPassedTests);
  };

  // It starts another test run, so it takes longer than other tests.
  it("passes the same tests of arguments, kernel, network and closed folders", { timeout: 240_000 }, async () => {
    expect(await runTests(["escapes-arguments", "escapes-kernel", "run-sandbox", "remove-tree"])).toBeGreaterThan(20);
  });

  it("passes all its tests", async () => {
    expect(await runTests([])).toBeGreaterThan(100);
  });
});
