import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "@playwright/test";
import { git, temporaryFolder } from "@/git/testing/git-fixture";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import type { App } from "./app";

/** Texts by path. `null` deletes a file. */
type Files = Readonly<Record<string, string | null>>;

/** A repository for a single test, in the demo's namespace, with a local clone. */
export interface TestRepository {
  /** Commits files to a branch, created from another one if it doesn't exist. Returns the commit's SHA. Doesn't push. */
  commit(branch: string, files: Files, from?: string): Promise<string>;
  /** Rebases a branch onto another one. */
  rebase(branch: string, onto: string): Promise<void>;
  /** Force-pushes branches. */
  push(...branches: readonly string[]): Promise<void>;
  /** Calls an operation of the repository. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  openPull(fields: {
    title: string;
    head: string;
    body?: string;
    base?: string;
    draft?: boolean;
  }): Promise<PullRequest>;
  /** The dashboard URL of one of its pull requests. */
  pullUrl(pull: { number: string }, query?: string): string;
  remove(): Promise<void>;
}

export async function createTestRepository(app: App, name: string, files: Files): Promise<TestRepository> {
  const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${app.serviceUrl}/v1/repohost/repos/demo${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${text}`).toBe(true);
    return text === "" ? undefined : JSON.parse(text);
  };
  createRepo.response.parse(await send("POST", "", { name, defaultBranch: "main" }));
  const folder = await temporaryFolder();
  const remote = `${app.serviceUrl.replace("://", `://x-access-token:${app.keys.user}@`)}/demo/${name}.git`;
  await git(folder.path, "init", "--quiet", "--initial-branch=main");
  await git(folder.path, "remote", "add", "origin", remote);

  const repository: TestRepository = {
    async commit(branch, changes, from) {
      const known = await git(folder.path, "branch", "--list", branch);
      if (known) await git(folder.path, "checkout", "--quiet", branch);
      else if (from) await git(folder.path, "checkout", "--quiet", "-b", branch, from);
      for (const [path, text] of Object.entries(changes)) {
        const file = join(folder.path, path);
        await mkdir(dirname(file), { recursive: true });
        if (text === null) await rm(file);
        else await writeFile(file, text);
      }
      await git(folder.path, "add", "--all");
      await git(folder.path, "commit", "--quiet", `--message=Change ${Object.keys(changes).join(", ").slice(0, 60)}`);
      return git(folder.path, "rev-parse", "HEAD");
    },
    async rebase(branch, onto) {
      await git(folder.path, "rebase", "--quiet", onto, branch);
    },
    async push(...branches) {
      await git(folder.path, "push", "--quiet", "--force", "origin", ...branches);
    },
    call: (method, path, body) => send(method, `/${name}${path}`, body),
    async openPull(fields) {
      const created = await repository.call("POST", "/pulls", { base: "main", ...fields });
      return createPullRequest.response.parse(created);
    },
    pullUrl: ({ number }, query = "") => `${app.webUrl}/pulls/demo/${name}/${number}${query}`,
    remove: folder.remove,
  };
  await repository.commit("main", files);
  await repository.push("main");
  return repository;
}
