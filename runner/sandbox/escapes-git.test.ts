// @module-tag long

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { describeAttacks, isLong } from "./testing/attacks";

describeAttacks("a hostile git folder", { overImage: "long" }, (target) => {
  it("can't make git read or write another repository", async () => {
    const secret = join(target.harness.folder, "secret.git");
    await mkdir(secret, { recursive: true });
    await git(secret, "init", "--quiet", "--bare");
    const before = await readFile(join(secret, "HEAD"), "utf8");
    for (const plant of [
      `echo ${secret} > .git/commondir`,
      `git config core.worktree ${target.harness.folder}; git config include.path ${secret}/config`,
      `rm -rf .git/objects; mkdir -p .git/objects/info .git/refs; echo ${secret}/objects > .git/objects/info/alternates`,
      `mv .git elsewhere; echo "gitdir: ${secret}" > .git`,
    ]) {
      const { outcome } = await target.attack(`${plant}; echo x > x.txt; git status; true`);
      expect(outcome.error?.code ?? "finished", plant).toMatch(/^(finished|workspace_unusable|commit_failed)$/);
    }
    expect(await readFile(join(secret, "HEAD"), "utf8")).toBe(before);
    expect((await git(secret, "count-objects")).toString()).toContain("0 objects");
  });

  it("can contain submodules, nested repositories and replaced objects without running their commands", {
    tags: ["long"],
  }, async () => {
    const { outcome } = await target.attack(
      [
        `printf '[submodule "x"]\\n\\tpath = x\\n\\turl = ext::touch ${target.canary}.ran\\n\\tupdate = !touch ${target.canary}.ran\\n' > .gitmodules`,
        "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),x; git init -q nested; git -C nested commit -q --allow-empty -m n",
        `git config submodule.x.url "ext::touch ${target.canary}.ran"; git config submodule.recurse true; git config protocol.ext.allow always`,
        "git replace HEAD $(git commit-tree -m replaced HEAD^{tree}); echo $(git rev-parse HEAD) > .git/shallow; echo ok > ok.txt",
      ].join("\n"),
    );
    expect(outcome.error?.code ?? "finished").toMatch(/^(finished|workspace_unusable|commit_failed|push_rejected)$/);
    await expect(readFile(`${target.canary}.ran`)).rejects.toThrow("ENOENT");
  });

  it.each([
    ["new", ""],
    [
      "part of a commit",
      'git update-index --add --cacheinfo "160000,$(git -C sub/nested rev-parse HEAD),sub/nested"; git commit -qm linked',
    ],
  ])("runs no filter of a nested repository that is %s, and leaves it out", async (kind, link) => {
    const ran = `${target.workspaceDir}/transfer/ran`;
    const { outcome } = await target.attack(
      [
        "git init -q sub/nested; echo '* filter=x' > sub/nested/.gitattributes; echo a > sub/nested/file",
        "git -C sub/nested add --all; git -C sub/nested commit -qm n",
        link,
        `git -C sub/nested config filter.x.clean 'touch ${ran}; cat'; sleep 1; echo b > sub/nested/file`,
        "git init -q 'odd [*] :(top)'; git init -q \"$(printf 'latin\\351')\"; mkdir closed; chmod 0 closed; echo ok > sub/ok.txt",
      ].join("\n"),
    );
    expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
    await expect(readFile(ran)).rejects.toThrow("ENOENT");
    expect(await target.pushed("sub/ok.txt")).toBe("ok");
    const tree = await target.harness.remoteGit("ls-tree", "-r", "--name-only", target.branch);
    expect(tree.split("\n").includes("sub/nested")).toBe(kind !== "new");
    expect(tree).not.toMatch(/odd|latin|nested\/file/);
    const named = /they are nested git repositories: (.*)\]$/.exec(outcome.result)?.[1]?.split(", ").sort();
    const odd = ['payments/"latin\\351"', "payments/odd [*] :(top)"];
    expect(named).toEqual(kind === "new" ? [...odd, "payments/sub/nested"] : odd);
  });

  it.each([
    [1_001, "payments contains more than 1000 nested git repositories"],
    [30_000, "payments: the search for nested repositories printed more than 4194304 bytes"],
  ])("can't contain %d nested repositories", async (count, message) => {
    const { outcome } = await target.attack(
      `mkdir -p $(printf %0200d 0) && cd $(printf %0200d 0) && seq -f n%.0f/.git ${count} | xargs mkdir -p`,
    );
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "workspace_unusable", message } });
  });

  it.each([
    ".git/HEAD",
    ".git/packed-refs",
    ".git/objects/info/alternates",
    ".git/shallow",
    ".git/config",
    ".git/info/exclude",
    ".gitattributes",
    ".gitignore",
    "sub/.gitignore",
  ])("ends the run at once if %s is a pipe, which git would wait for", async (path) => {
    const { outcome } = await target.attack(`mkdir -p sub; rm -f ${path}; mkfifo ${path}`);
    const message = expect.stringContaining(
      path === ".git/HEAD" ? "payments" : `payments/${path} isn't a regular file`,
    );
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "workspace_unusable", message } });
  });

  it("can contain pipes and sockets that git doesn't read", async () => {
    const { outcome } = await target.attack(
      `mkdir -p run; mkfifo run/pipe .github; ${target.node} -e 'require("net").createServer().listen("run/socket", () => process.kill(process.pid, "SIGKILL"))'; echo ok > ok.txt`,
    );
    expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
    expect(await target.pushed("ok.txt")).toBe("ok");
  });

  it("can't exhaust memory with a pack that expands", async () => {
    const bytes = isLong ? 4 * 1024 ** 3 : 150 * 1024 ** 2;
    const { outcome } = await target.attack(
      [
        `blob=$(head -c ${bytes} /dev/zero | git -c core.bigFileThreshold=1m hash-object -w --stdin)`,
        'git update-ref HEAD $(git commit-tree -m bomb $(printf "100644 blob $blob\\tzeros\\n" | git mktree))',
      ].join("\n"),
      { limits: { memoryBytes: 1024 ** 3, timeMs: 120_000 } },
    );
    expect(outcome.error?.code ?? "finished").toMatch(
      /^(finished|memory_limit|time_limit|commit_failed|push_rejected)$/,
    );
  });

  it("can't exhaust the stack with nested trees", async () => {
    const levels = isLong ? 10_000 : 3_000;
    const { outcome } = await target.attack(
      [
        `${target.node} -e 'console.log("commit refs/heads/deep\\ncommitter a <a@example.com> 0 +0000\\ndata 1\\nx\\nM 100644 inline " + "d/".repeat(${levels}) + "f\\ndata 1\\nx\\n")' | git fast-import --quiet`,
        "git update-ref HEAD refs/heads/deep; echo ok > ok.txt",
      ].join("\n"),
      { limits: { timeMs: 120_000 } },
    );
    expect(outcome.error?.code ?? "finished").toMatch(
      /^(finished|memory_limit|time_limit|commit_failed|push_rejected)$/,
    );
  });
});
