import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeAttacks, type Target } from "./testing/attacks";

const pushed = ({ harness, branch }: Target) => harness.remoteGit("rev-parse", "--verify", "--quiet", branch);

describeAttacks("a hostile workspace", { overImage: "long" }, (target) => {
  it("is committed and pushed normally if it isn't hostile", { tags: ["long"] }, async () => {
    const { outcome } = await target.attack(
      "echo fine > fine.txt; git commit --allow-empty -qm 'My own'; echo more > more.txt",
    );
    expect(outcome).toMatchObject({ status: "FINISHED", error: undefined, branches: [{ branch: "svc/attack-1" }] });
    expect(await target.harness.remoteGit("show", "svc/attack-1:fine.txt")).toBe("fine");
    const subjects = await target.harness.remoteGit("log", "--format=%s", "-2", "--skip=1", "svc/attack-1");
    // An environment file names the image.
    expect(subjects).toMatch(/^My own\n(?:Initial commit|Environment)$/);
  });

  it.each([
    ["objects/info/alternates.new", (git: string, out: string) => `ln -s ${out} ${git}/objects/info/alternates.new`],
    ["objects/info/alternates", (git: string, out: string) => `ln -sf ${out} ${git}/objects/info/alternates`],
    ["index.new", (git: string, out: string) => `ln -s ${out} ${git}/index.new`],
    ["index", (git: string, out: string) => `ln -sf ${out} ${git}/index`],
    ["logs/HEAD", (git: string, out: string) => `mkdir -p ${git}/logs; ln -sf ${out} ${git}/logs/HEAD`],
    ["HEAD.lock", (git: string, out: string) => `ln -s ${out} ${git}/HEAD.lock`],
  ])("can't write to an outside file through a link at .git/%s", async (_name, plant) => {
    await target.attack(`echo change > change.txt; ${plant("$PWD/.git", target.canary)}`);
    expect(await readFile(target.canary, "utf8")).toBe("untouched");
  });

  it("can't move a branch of an outside repository by linking its references", { tags: ["long"] }, async () => {
    const before = await target.harness.remoteGit("rev-parse", "main");
    await target.attack(
      `echo change > change.txt; git checkout -q main; rm -rf .git/refs/heads; ln -s ${target.harness.remote}/refs/heads .git/refs/heads`,
    );
    expect(await target.harness.remoteGit("rev-parse", "main")).toBe(before);
  });

  it("can't push objects of an outside repository by linking its packs", { tags: ["long"] }, async () => {
    const secret = join(target.harness.folder, "secret.git");
    await mkdir(join(secret, "objects", "pack"), { recursive: true });
    await target.attack(`rm -rf .git/objects/pack; ln -s ${secret}/objects/pack .git/objects/pack; echo x > x.txt`);
    const { outcome } = await target.attack(`ls ${secret} && cp -r ${secret} stolen; true`);
    expect(outcome.branches).toEqual([]);
  });

  it("runs none of its hooks, filters, monitors or lazy fetches outside the sandbox", { tags: ["long"] }, async () => {
    await chmod(target.harness.folder, 0o777);
    const touch = `touch ${target.canary}.ran`;
    await target.attack(
      [
        `git config core.fsmonitor "${touch}"; git config filter.x.clean "${touch}; cat"; git config core.hooksPath .hooks`,
        `git config uploadpack.packObjectsHook "${touch}"; git config extensions.partialClone origin`,
        `git config remote.origin.uploadpack "${touch};"; git config core.sshCommand "${touch}"`,
        `mkdir .hooks; for hook in post-commit reference-transaction pre-push; do printf '#!/bin/sh\\n${touch}\\n' > .hooks/$hook; done; chmod +x .hooks/*`,
        "echo '* filter=x' > .gitattributes; echo change > change.txt",
      ].join("\n"),
    );
    await expect(readFile(`${target.canary}.ran`)).rejects.toThrow("ENOENT");
  });

  it("is rejected if its checkout was replaced with a link", { tags: ["long"] }, async () => {
    const { outcome } = await target.attack("cd ..; mv payments elsewhere; ln -s elsewhere payments");
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "workspace_unusable" } });
    expect(await pushed(target)).toBe("");
  });

  it("ends at its time limit when a nested tree expands to a billion files", { tags: ["long"] }, async () => {
    const bomb = [
      "blob=$(echo x | git hash-object -w --stdin); type='100644 blob'; object=$blob",
      'for level in $(seq 9); do for i in $(seq 10); do printf "$type $object\\t$i\\n"; done > ../entries; object=$(git mktree < ../entries); type="040000 tree"; done',
      "git update-ref HEAD $(git commit-tree $object -m bomb)",
    ].join("\n");
    const { outcome } = await target.attack(bomb, { limits: { timeMs: 6_000, memoryBytes: 1024 ** 3 } });
    expect(outcome.status).toBe("ERROR");
    expect(outcome.error?.code).toMatch(/^(time|memory)_limit$/);
    expect(await pushed(target)).toBe("");
  });
});
