import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { git, temporaryFolder } from "@/git/testing/git-fixture";
import type { Repo } from "@/lib/contract/hosting/repo";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { type Clock, systemClock } from "@/lib/core/clock";
import { startTestService, type TestService } from "../../testing/test-service";
import { addNamespace, addUser } from "../repositories/testing/repository-fixture";

export interface HostedRepository {
  test: TestService;
  repo: Repo;
  /** Path parameters and path prefix of the repository's operations. */
  params: { ownerSlug: string; repoName: string };
  path: string;
  /** The bare repository. */
  dir: string;
  /** A working copy; `push` publishes its commits. */
  work: string;
  /** An API key without access to the repository. */
  stranger: string;
  /** Writes and commits files. Returns the commit id. */
  commit(files: Readonly<Record<string, string>>, message?: string): Promise<string>;
  /** Runs git in the working copy. */
  git(...args: string[]): Promise<string>;
  /** Pushes directly into the bare repository, bypassing the service. */
  push(...refs: string[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts a service with one empty repository, `Acme/Widgets`, and a working copy of it. */
export async function startHostedRepository(
  environment: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<HostedRepository> {
  const test = await startTestService(environment, clock);
  await addNamespace(test.service, "Acme", { teamId: 1 });
  const stranger = (await addUser(test.service, { email: "stranger@example.test" })).key;
  const params = { ownerSlug: "acme", repoName: "widgets" };
  const repo = await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Widgets" } });
  const dir = test.service.repositories.path(repo.id);
  const folder = await temporaryFolder();
  const work = folder.path;
  await git(work, "init", "--quiet", "--initial-branch=main");
  return {
    test,
    repo,
    params,
    path: "/v1/repohost/repos/acme/widgets",
    dir,
    work,
    stranger,
    async commit(files, message = "Change files") {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(work, name)), { recursive: true });
        await writeFile(join(work, name), content);
      }
      await git(work, "add", "--all");
      await git(work, "commit", "--quiet", "--allow-empty", `--message=${message}`);
      return git(work, "rev-parse", "HEAD");
    },
    git: (...args) => git(work, ...args),
    async push(...refs) {
      await git(work, "push", "--quiet", "--force", dir, ...refs);
    },
    async close() {
      await folder.remove();
      await test.close();
    },
  };
}
