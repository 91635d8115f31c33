import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { removeTree } from "../remove-tree";
import { shellPrompt } from "../testing/prompt-text";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import { probeSandbox } from "./probe-sandbox";

const driver = await probeSandbox({ sandbox: "auto" });

let harness: RunHarness;
let count = 0;
let workspaceDir = "";
let canary = "";

beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());
beforeEach(async () => {
  count += 1;
  workspaceDir = join(harness.folder, `workspace-${count}`);
  await mkdir(workspaceDir);
  canary = join(harness.folder, `canary-${count}`);
  await writeFile(canary, "untouched");
});

/** Runs a script as an agent in the sandbox, on a repository that is served over HTTP. */
async function attack(script: string, limits = {}) {
  return harness.run(
    {
      prompt: shellPrompt(script),
      repositories: [harness.httpRepository()],
      workspaceDir,
      branch: { name: `svc/attack-${count}`, current: false },
    },
    { sandbox: driver, limits },
  );
}

const pushed = () => harness.remoteGit("rev-parse", "--verify", "--quiet", `svc/attack-${count}`);

describe.skipIf(driver === "none")("a hostile workspace", () => {
  it("is committed and pushed normally if it isn't hostile", async () => {
    const { outcome } = await attack(
      "echo fine > fine.txt; git commit --allow-empty -qm 'My own'; echo more > more.txt",
    );
    expect(outcome).toMatchObject({ status: "FINISHED", error: undefined, branches: [{ branch: "svc/attack-1" }] });
    expect(await harness.remoteGit("show", "svc/attack-1:fine.txt")).toBe("fine");
    expect(await harness.remoteGit("log", "--format=%s", "-2", "--skip=1", "svc/attack-1")).toBe(
      "My own\nInitial commit",
    );
  });

  it.each([
    ["objects/info/alternates.new", (git: string, out: string) => `ln -s ${out} ${git}/objects/info/alternates.new`],
    ["objects/info/alternates", (git: string, out: string) => `ln -sf ${out} ${git}/objects/info/alternates`],
    ["index.new", (git: string, out: string) => `ln -s ${out} ${git}/index.new`],
    ["index", (git: string, out: string) => `ln -sf ${out} ${git}/index`],
    ["logs/HEAD", (git: string, out: string) => `mkdir -p ${git}/logs; ln -sf ${out} ${git}/logs/HEAD`],
    ["HEAD.lock", (git: string, out: string) => `ln -s ${out} ${git}/HEAD.lock`],
  ])("can't write to an outside file through a link at .git/%s", async (_name, plant) => {
    await attack(`echo change > change.txt; ${plant("$PWD/.git", canary)}`);
    expect(await readFile(canary, "utf8")).toBe("untouched");
  });

  it("can't move a branch of an outside repository by linking its references", async () => {
    const before = await harness.remoteGit("rev-parse", "main");
    await attack(
      `echo change > change.txt; git checkout -q main; rm -rf .git/refs/heads; ln -s ${harness.remote}/refs/heads .git/refs/heads`,
    );
    expect(await harness.remoteGit("rev-parse", "main")).toBe(before);
  });

  it("can't push objects of an outside repository by linking its packs", async () => {
    const secret = join(harness.folder, "secret.git");
    await mkdir(join(secret, "objects", "pack"), { recursive: true });
    await attack(`rm -rf .git/objects/pack; ln -s ${secret}/objects/pack .git/objects/pack; echo x > x.txt`);
    const { outcome } = await attack(`ls ${secret} && cp -r ${secret} stolen; true`);
    expect(outcome.branches).toEqual([]);
  });

  it("runs none of its hooks, filters, monitors or lazy fetches outside the sandbox", async () => {
    await chmod(harness.folder, 0o777);
    const touch = `touch ${canary}.ran`;
    await attack(
      [
        `git config core.fsmonitor "${touch}"; git config filter.x.clean "${touch}; cat"; git config core.hooksPath .hooks`,
        `git config uploadpack.packObjectsHook "${touch}"; git config extensions.partialClone origin`,
        `git config remote.origin.uploadpack "${touch};"; git config core.sshCommand "${touch}"`,
        `mkdir .hooks; for hook in post-commit reference-transaction pre-push; do printf '#!/bin/sh\\n${touch}\\n' > .hooks/$hook; done; chmod +x .hooks/*`,
        "echo '* filter=x' > .gitattributes; echo change > change.txt",
      ].join("\n"),
    );
    await expect(readFile(`${canary}.ran`)).rejects.toThrow("ENOENT");
  });

  it("is rejected if its checkout was replaced with a link", async () => {
    const { outcome } = await attack("cd ..; mv payments elsewhere; ln -s elsewhere payments");
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "workspace_unusable" } });
    expect(await pushed()).toBe("");
  });

  it("has its artifacts copied without following links, pipes or devices", async () => {
    const { outcome } = await attack(
      `ln -s ${canary} artifacts/link; mkfifo artifacts/pipe; ln ${canary} artifacts/hard; true`,
    );
    expect(outcome.status).toBe("FINISHED");
  });

  it("can contain names with newlines, nested repositories and FIFOs", async () => {
    const { outcome } = await attack(
      "printf x > \"$(printf 'new\\nline')\"; git init -q nested; git -C nested commit -q --allow-empty -m n; mkfifo pipe; echo ok > ok.txt",
    );
    expect(outcome).toMatchObject({ status: "FINISHED" });
    expect(await harness.remoteGit("show", `svc/attack-${count}:ok.txt`)).toBe("ok");
  });

  it("leaves no processes after the run, even detached daemons or ones that ignore signals", async () => {
    const { outcome } = await attack(
      `setsid sh -c 'trap "" TERM HUP INT; while :; do date > "${workspaceDir}/repos/alive"; sleep 0.1; done' > /dev/null 2>&1 & sleep 0.3`,
    );
    expect(outcome.status).toBe("FINISHED");
    const last = await readFile(join(workspaceDir, "repos", "alive"), "utf8");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await readFile(join(workspaceDir, "repos", "alive"), "utf8")).toBe(last);
  });

  it("ends when its processes use too much memory", async () => {
    const { outcome } = await attack(
      `"${process.execPath}" -e 'const kept = []; setInterval(() => kept.push(Buffer.alloc(40e6, 1)), 20)'`,
      { memoryBytes: 300 * 1024 ** 2 },
    );
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "memory_limit" } });
  });

  it("ends when it forks endlessly", async () => {
    const { outcome } = await attack("f() { sleep 30 & sleep 0.01; f; }; f", { processes: 50 });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "process_limit" } });
  });

  it("ends at its time limit when a nested tree expands to a billion files", async () => {
    const bomb = [
      "blob=$(echo x | git hash-object -w --stdin); type='100644 blob'; object=$blob",
      'for level in $(seq 9); do for i in $(seq 10); do printf "$type $object\\t$i\\n"; done > ../entries; object=$(git mktree < ../entries); type="040000 tree"; done',
      "git update-ref HEAD $(git commit-tree $object -m bomb)",
    ].join("\n");
    const { outcome } = await attack(bomb, { timeMs: 6_000, memoryBytes: 1024 ** 3 });
    expect(outcome.status).toBe("ERROR");
    expect(outcome.error?.code).toMatch(/^(time|memory)_limit$/);
    expect(await pushed()).toBe("");
  });

  it("survives a path longer than the system allows and 100 MB of output", async () => {
    const { outcome } = await attack(
      "name=$(printf %0200d 0); for i in $(seq 40); do mkdir $name && cd -P $name || exit 1; done; head -c 100000000 /dev/zero | tr '\\0' 'x'",
    );
    expect(["FINISHED", "ERROR"]).toContain(outcome.status);
    expect(outcome.error?.code).not.toBe("internal_error");
    await removeTree(workspaceDir);
  });
});
