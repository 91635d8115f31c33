import { git } from "@/git/testing/git-fixture";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import type { BodyInputOf } from "@/lib/contract/operation";
import { type Clock, systemClock } from "@/lib/core/clock";
import { type HostedRepository, startHostedRepository } from "../../testing/hosting-fixture";

export interface PullRequests extends HostedRepository {
  /** The service's URL of the repository, with the first user's key. */
  remote: string;
  /** Commits files on a branch (created from `from` if new) and pushes it through the service. */
  branch(name: string, files: Readonly<Record<string, string>>, from?: string): Promise<string>;
  /** Pushes refs through the service. */
  pushed(...refs: string[]): Promise<void>;
  open(head: string, more?: Partial<BodyInputOf<typeof createPullRequest>>): Promise<PullRequest>;
}

/** Starts a repository whose `main` has one file, with helpers for pull request tests. */
export async function startPullRequests(
  environment: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<PullRequests> {
  const hosted = await startHostedRepository(environment, clock);
  const remote = new URL(`${hosted.test.service.origin()}/acme/widgets.git`);
  remote.username = "x-access-token";
  remote.password = hosted.test.keys.user;
  const pushed = async (...refs: string[]) => {
    await git(hosted.work, "push", "--quiet", remote.href, ...refs);
  };
  await hosted.commit({ "README.md": "# Widgets\n" }, "Initial commit");
  await pushed("main");
  return {
    ...hosted,
    remote: remote.href,
    pushed,
    async branch(name, files, from = "main") {
      const known = await hosted.git("branch", "--list", name);
      await (known ? hosted.git("switch", "--quiet", name) : hosted.git("switch", "--quiet", "--create", name, from));
      const sha = await hosted.commit(files, `Change ${name}`);
      await pushed(name);
      await hosted.git("switch", "--quiet", "main");
      return sha;
    },
    open: (head, more = {}) =>
      hosted.test.call(createPullRequest, {
        params: hosted.params,
        body: { title: `Change ${head}`, head, base: "main", ...more },
      }),
  };
}
