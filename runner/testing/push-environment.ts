import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { git } from "@/git/testing/git-fixture";
import type { RunHarness } from "./run-harness";

/** Pushes an environment file, and other files, to a new branch. Returns the branch. */
export async function pushEnvironment(
  harness: RunHarness,
  branch: string,
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const work = await mkdtemp(join(harness.folder, "env-"));
  await git(harness.folder, "clone", "--quiet", harness.remote, work);
  await git(work, "checkout", "--quiet", "-b", branch);
  for (const [name, content] of Object.entries({ ".svc/environment.json": text, ...files })) {
    await mkdir(dirname(join(work, name)), { recursive: true });
    await writeFile(join(work, name), content);
  }
  await git(work, "add", "--all");
  await git(work, "commit", "--quiet", "--message=Environment");
  await git(work, "push", "--quiet", "origin", branch);
  await rm(work, { recursive: true, force: true });
  return branch;
}
