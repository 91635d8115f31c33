import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { imageMounts } from "./image-root";
import { probeSandbox } from "./probe-sandbox";
import { runCommand } from "./run-command";
import { openRunSandbox } from "./run-sandbox";

const driver = await probeSandbox({ sandbox: "auto" });

let folder = "";
let root = "";
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-image-root-")));
  root = join(folder, "image");
  await mkdir(join(root, "etc"), { recursive: true });
  await mkdir(join(root, "data"));
  await writeFile(join(root, "data", "file"), "");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the mounts of an image", () => {
  it("show folders above a target by their contents, and links elsewhere", async () => {
    await symlink("data", join(root, "link"));
    const mounts = imageMounts({ root }, ["/data/workspace"]).join(" ");
    expect(mounts).toContain("--dir /data");
    expect(mounts).toContain(`--ro-bind ${root}/data/file /data/file`);
    expect(mounts).toContain("--symlink data /link");
  });

  it("omit links at or above a target", async () => {
    await symlink("/oldroot/tmp", join(root, "work"));
    await mkdir(join(root, ".slipway"));
    await symlink("/oldroot/tmp/x", join(root, ".slipway", "bin"));
    await symlink("/oldroot/tmp/y", join(root, "data", "node"));
    const mounts = imageMounts({ root }, ["/work/agent/repos", "/.slipway/bin/node", "/data/node"]);
    expect(mounts).not.toContain("--symlink");
  });

  it("are limited in number", async () => {
    for (let each = 0; each < 5_001; each += 1) await symlink("data", join(root, `link-${each}`));
    expect(() => imageMounts({ root }, [])).toThrow("more than 5000 files");
  });
});

it.skipIf(driver === "none")("an image's links don't make bubblewrap create files on this machine", async () => {
  const outside = join(folder, "outside");
  const work = join(folder, "agent", "repos");
  await mkdir(outside);
  await mkdir(work, { recursive: true });
  const top = `/${folder.split("/")[1]}`;
  await symlink(`/oldroot${outside}`, join(root, top));
  await symlink(`/oldroot${outside}`, join(root, ".slipway"));
  const sandbox = await openRunSandbox({
    driver,
    serviceFolder: join(folder, "agent"),
    home: work,
    temporary: undefined,
    agentCommand: [],
    hidden: [folder],
    marker: "IMAGE_LINKS=1",
    egress: undefined,
    onBlocked: () => undefined,
  });
  sandbox.setImage({ root });
  await runCommand(sandbox, {
    command: ["/bin/true"],
    cwd: work,
    environment: {},
    mounts: [{ path: work, access: "write" }],
    network: "none",
    view: "environment",
    maxOutputBytes: 4_096,
    timeoutMs: 60_000,
  });
  await sandbox.close();
  expect(await readdir(outside)).toEqual([]);
});
