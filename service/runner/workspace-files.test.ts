import { mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareWorkspace, type Workspace } from "./workspace";
import { readWorkspaceFile, resolveInWorkspace, writeWorkspaceFile } from "./workspace-files";

let folder: string;
let workspace: Workspace;
const whole = { line: undefined, limit: undefined };

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-files-")));
  workspace = await prepareWorkspace({ workspaceDir: join(folder, "agent"), repositories: [] });
  await writeFile(join(folder, "outside.txt"), "secret");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("file requests of an agent", () => {
  it("read and write in the workspace", async () => {
    const path = join(workspace.cwd, "a", "b.txt");
    await writeWorkspaceFile(path, "one\ntwo\nthree", workspace);
    await writeWorkspaceFile(path, "1\n2\n3", workspace);
    expect(await readWorkspaceFile(path, whole, workspace)).toBe("1\n2\n3");
    expect(await readWorkspaceFile(path, { line: 2, limit: 1 }, workspace)).toBe("2");
  });

  it.each([
    ["leaves the workspace", () => join(workspace.cwd, "..", "..", "..", "outside.txt")],
    ["is a link to the outside", () => join(workspace.cwd, "link")],
    ["contains a link to the outside", () => join(workspace.cwd, "folder", "outside.txt")],
    ["is in the service's copy", () => join(workspace.transfer, "x.git", "config")],
    ["is relative", () => "outside.txt"],
    ["isn't a file", () => workspace.cwd],
  ])("are rejected if the path %s", async (_, path) => {
    await symlink(join(folder, "outside.txt"), join(workspace.cwd, "link"));
    await symlink(folder, join(workspace.cwd, "folder"));
    await expect(readWorkspaceFile(path(), whole, workspace)).rejects.toThrow(/isn't in the workspace|isn't a file/);
    await expect(writeWorkspaceFile(path(), "x", workspace)).rejects.toThrow();
  });

  it("are checked using the nearest existing folder", async () => {
    const path = join(workspace.cwd, "not", "yet", "there");
    expect(await resolveInWorkspace(path, workspace)).toBe(path);
  });
});
