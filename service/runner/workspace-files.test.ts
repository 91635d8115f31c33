import { mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareWorkspace, type Workspace } from "./workspace";
import { placeInWorkspace, readWorkspaceFile, writeWorkspaceFile } from "./workspace-files";

let folder: string;
let workspace: Workspace;
const whole = { line: undefined, limit: undefined };

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-files-")));
  workspace = await prepareWorkspace({ workspaceDir: join(folder, "agent"), repositories: [] });
  await writeFile(join(folder, "outside.txt"), "secret");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("files an agent asks its client for", () => {
  it("are read and written in the workspace", async () => {
    const path = join(workspace.cwd, "a", "b.txt");
    await writeWorkspaceFile(path, "one\ntwo\nthree", workspace);
    await writeWorkspaceFile(path, "1\n2\n3", workspace);
    expect(await readWorkspaceFile(path, whole, workspace)).toBe("1\n2\n3");
    expect(await readWorkspaceFile(path, { line: 2, limit: 1 }, workspace)).toBe("2");
  });

  it.each([
    ["climbs out", () => join(workspace.cwd, "..", "..", "..", "outside.txt")],
    ["is a link out", () => join(workspace.cwd, "link")],
    ["goes through a link out", () => join(workspace.cwd, "folder", "outside.txt")],
    ["is the service's own copy", () => join(workspace.transfer, "x.git", "config")],
    ["is relative", () => "outside.txt"],
    ["is no file", () => workspace.cwd],
  ])("are refused where the path %s", async (_, path) => {
    await symlink(join(folder, "outside.txt"), join(workspace.cwd, "link"));
    await symlink(folder, join(workspace.cwd, "folder"));
    await expect(readWorkspaceFile(path(), whole, workspace)).rejects.toThrow(/is not in the workspace|is not a file/);
    await expect(writeWorkspaceFile(path(), "x", workspace)).rejects.toThrow();
  });

  it("are judged by the nearest folder that is there", async () => {
    const path = join(workspace.cwd, "not", "yet", "there");
    expect(await placeInWorkspace(path, workspace)).toBe(path);
  });
});
