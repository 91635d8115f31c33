// @module-tag long

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeTree } from "../stores/remove-tree";
import { describeAttacks, isLong } from "./testing/attacks";

const megabyte = 1024 ** 2;

describeAttacks("hostile files", { overImage: "long" }, (target) => {
  it("can be links, hard links, FIFOs, sockets or devices, and change nothing outside", {
    tags: ["long"],
  }, async () => {
    const transfer = join(target.workspaceDir, "transfer", "payments.git", "config");
    const record = await target.attack(
      [
        `ln -s ${target.canary} artifacts/link; ln -s ${target.canary} link; ln -s / everything; ln -s loop loop`,
        `mkfifo artifacts/pipe pipe; ln ${target.canary} artifacts/hard; ln ${transfer} config && echo injected >> config`,
        `${target.node} -e 'require("net").createServer().listen("socket", () => process.exit())'; mknod device c 1 3`,
        "chmod 000 link pipe; mkdir closed; echo x > closed/x; chmod 000 closed; echo ok > ok.txt",
      ].join("\n"),
    );
    expect(record.outcome).toMatchObject({ status: "FINISHED" });
    expect(await target.pushed("ok.txt")).toBe("ok");
    expect(await target.pushed("link")).toBe(target.canary);
    expect(await readFile(transfer, "utf8")).not.toContain("injected");
  });

  it("can't exceed the workspace limit, sparse or not", async () => {
    const record = await target.attack(
      "truncate -s 1T sparse; echo sparse=$?; head -c 100000000 /dev/zero > large; echo large=$?; rm -f large sparse; echo ok > ok.txt",
      { limits: { workspaceBytes: 64 * megabyte } },
    );
    expect(target.output(record)).not.toContain("sparse=0");
    expect(target.output(record)).not.toContain("large=0");
    expect(record.outcome.error?.code ?? "disk_limit").toBe("disk_limit");
  });

  it("can have any name", async () => {
    const { outcome } = await target.attack(
      [
        "printf x > \"$(printf 'new\\nline')\"; printf x > \"$(printf 'tab\\ttab')\"; printf x > \"$(printf '\\377\\376')\"",
        "printf x > ./--force; printf x > '-'; printf x > ' '; printf x > '*'; printf x > \"$(printf '\\033[2J')\"; printf x > $(printf %0255d 0)",
        "mkdir -p .GIT 'git~1' nested/.git/objects; printf x > .GIT/config; printf x > 'git~1/config'; echo ok > ok.txt",
      ].join("\n"),
    );
    expect(outcome.error?.code ?? "commit_failed").toBe("commit_failed");
    if (outcome.status === "FINISHED") expect(await target.pushed("ok.txt")).toBe("ok");
  });

  it("can be nested deeper than paths can be, count toward the workspace limit, and be deleted", async () => {
    const levels = isLong ? 10_000 : 3_000;
    const dig = `for (let i = 0; i < ${levels}; i += 1) { fs.mkdirSync("d"); process.chdir("d"); }`;
    const fill = 'for (let i = 0; i < 40; i += 1) fs.writeFileSync("f" + i, Buffer.alloc(1 << 20, 1));';
    const { outcome } = await target.attack(`${target.node} -e '${dig} ${fill}'; sleep 30`, {
      limits: { workspaceBytes: 24 * megabyte },
    });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "disk_limit" } });
    await removeTree(target.workspaceDir);
    await expect(readdir(target.workspaceDir)).rejects.toThrow("ENOENT");
  });

  it(`can be ${isLong ? "2,000,000" : "20,000"} paths`, async () => {
    const [folders, files] = isLong ? [2_000, 1_000] : [20, 1_000];
    const make = `for (let d = 0; d < ${folders}; d += 1) { fs.mkdirSync("d" + d); for (let f = 0; f < ${files}; f += 1) fs.linkSync("README.md", "d" + d + "/" + f); }`;
    const { outcome } = await target.attack(`${target.node} -e '${make}'`, {
      limits: { timeMs: isLong ? 60_000 : 170_000, memoryBytes: 1024 ** 3 },
    });
    expect(outcome.error?.code ?? "finished").toMatch(/^(finished|time_limit|memory_limit|disk_limit|commit_failed)$/);
    await removeTree(target.workspaceDir);
  });
});
