import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { probeSandbox } from "../sandbox/probe-sandbox";
import { createSnapshotStore, type SnapshotStore } from "../stores/snapshot-store";
import { shellPrompt } from "../testing/prompt-text";
import { pushEnvironment } from "../testing/push-environment";
import { createRunHarness, type RunHarness } from "../testing/run-harness";

const sandbox = await probeSandbox({ sandbox: "auto" });

let harness: RunHarness;
let snapshots: SnapshotStore;
let count = 0;
beforeAll(async () => {
  harness = await createRunHarness();
  snapshots = createSnapshotStore({ folder: join(harness.folder, "snapshots"), limitBytes: 100 * 1024 ** 2 });
});
afterAll(() => harness.dispose());

const install = [
  "mkdir -p node_modules/x; date +%s%N > node_modules/x/built; pwd > node_modules/where",
  "echo token > ~/.npmrc; echo extra >> README.md; chmod 755 node_modules/x/built",
].join("; ");
const show =
  "echo built=$(cat node_modules/x/built) there=$(cat $(cat node_modules/where)/node_modules/x/built) home=$(cat ~/.npmrc) readme=$(tail -1 README.md) git=$(git rev-parse --is-inside-work-tree)";

/** Runs an agent on a branch in a separate workspace. */
async function run(
  branch: string,
  { owner = "user-1", script = show, store = snapshots, variables = {} as Record<string, string> } = {},
) {
  count += 1;
  const { outcome, frames } = await harness.run(
    {
      prompt: shellPrompt(script),
      repositories: [{ ...harness.httpRepository(), startingRef: branch }],
      branch: { name: `svc/snapshot-${count}`, current: false },
      owner,
      variables,
    },
    { sandbox, snapshots: store },
  );
  const text = JSON.stringify(frames);
  const [, id, action] = /"snapshot":\{"id":"(snap-[0-9a-f]{32})","action":"(\w+)"/.exec(text) ?? [];
  return {
    outcome,
    id,
    action,
    installed: text.includes("install of the environment file") || text.includes("date +%s%N"),
    built: /built=(\d{10,})/.exec(text)?.[1],
    text,
  };
}

/** Whether a process packs the result of `install`. */
async function isPacking(): Promise<boolean> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return commands.some((command) => command.includes("--sparse"));
}

describe.skipIf(sandbox === "none")("the result of install", () => {
  it("E-BASE-16 is reused by an agent of the same owner that starts from the same commit", {
    tags: ["long"],
  }, async () => {
    const branch = await pushEnvironment(harness, "stored", JSON.stringify({ install }));
    const first = await run(branch);
    expect(first).toMatchObject({ outcome: { status: "FINISHED" }, action: "stored", installed: true });
    const second = await run(branch);
    expect(second).toMatchObject({ outcome: { status: "FINISHED" }, action: "restored", installed: false });
    expect(second.id).toBe(first.id);
    expect(second.text).toContain(`built=${first.built} there=${first.built} home=token readme=extra git=true`);
    // It may contain secrets of the owner, and belongs to one commit.
    expect(await run(branch, { owner: "user-2" })).toMatchObject({ action: "stored", installed: true });
    await pushEnvironment(harness, "changed", JSON.stringify({ install }), { "package.json": "{}" });
    expect(await run("changed")).toMatchObject({ action: "stored", installed: true });
  });

  it("is complete even if storing it begins after it was packed", { tags: ["long"] }, async () => {
    const branch = await pushEnvironment(harness, "late", JSON.stringify({ install }));
    const late: SnapshotStore = {
      ...snapshots,
      async save(...snapshot) {
        await vi.waitFor(async () => expect(await isPacking()).toBe(false), { timeout: 30_000 });
        return snapshots.save(...snapshot);
      },
    };
    expect(await run(branch, { store: late })).toMatchObject({ action: "stored", installed: true });
    expect(await run(branch)).toMatchObject({ outcome: { status: "FINISHED" }, action: "restored", installed: false });
  });

  it("E-BASE-11 E-BASE-15 E-BASE-17 is the base of runs whose file names it, which then run their own install", {
    tags: ["long"],
  }, async () => {
    const { id } = await run(await pushEnvironment(harness, "base", JSON.stringify({ install, name: "base" })));
    const file = { snapshot: id, install: "cp node_modules/x/built copied" };
    const derived = await run(await pushEnvironment(harness, "derived", JSON.stringify(file)), {
      script: "cmp copied node_modules/x/built && echo equal",
    });
    expect(derived.text).toContain("equal");
    expect(derived.text).toContain('"action":"stored"');
    const frozen = await pushEnvironment(harness, "kept", JSON.stringify({ ...file, agentCanUpdateSnapshot: false }));
    const kept = await run(frozen, { script: "cmp copied node_modules/x/built && echo equal" });
    expect(kept.text).toContain("equal");
    expect(kept.text).not.toContain('"action":"stored"');
    // Another user's agent, and one with other secrets, might read secrets in it.
    for (const other of [{ owner: "user-2" }, { variables: { TOKEN: "other-secret" } }]) {
      expect((await run("derived", other)).outcome.error).toMatchObject({
        code: "environment_unsupported",
        message: expect.stringContaining(`snapshot: ${id} not found`),
      });
    }
    const missing = await run(await pushEnvironment(harness, "missing", JSON.stringify({ snapshot: "snap-1" })));
    expect(missing.outcome.error).toMatchObject({
      code: "environment_unsupported",
      message: expect.stringContaining("snapshot: snap-1 not found"),
    });
    await writeFile(join(harness.folder, "snapshots", `${id}.tar`), "not an archive");
    const broken = await run(await pushEnvironment(harness, "broken", JSON.stringify(file)));
    expect(broken.outcome.error).toMatchObject({
      code: "environment_unsupported",
      message: expect.stringContaining(`snapshot: couldn't restore ${id}: exit code 2: tar: `),
    });
  });

  it.each([
    ["E-BASE-12 build", { build: { dockerfileContents: "FROM missing.invalid/base:1" } }],
    ["E-BASE-13 image", { image: "missing.invalid/base:1" }],
  ])("is the base instead of the %s next to it, which isn't loaded", { tags: ["long"] }, async (title, other) => {
    const name = title.slice(0, 9);
    const { id } = await run(await pushEnvironment(harness, `${name}-base`, JSON.stringify({ install, name })));
    const both = await pushEnvironment(harness, name, JSON.stringify({ ...other, snapshot: id }));
    const { outcome, text } = await run(both, { script: "cat node_modules/x/built && echo from the snapshot" });
    expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
    expect(text).toMatch(/\d{10,}\\nfrom the snapshot/);
  });

  it("E-BASE-17 isn't stored if the file turns that off", async () => {
    const file = JSON.stringify({ install, agentCanUpdateSnapshot: false });
    expect(await run(await pushEnvironment(harness, "frozen", file))).toMatchObject({
      action: undefined,
      installed: true,
    });
  });
});
