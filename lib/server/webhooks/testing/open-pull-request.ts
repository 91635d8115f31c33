import { createCommitFromFiles } from "@/lib/contract/hosting/git-data/create-commit-from-files";
import { createGitRef } from "@/lib/contract/hosting/git-data/create-git-ref";
import { getGitRef } from "@/lib/contract/hosting/git-data/get-git-ref";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import type { TestService } from "@/service/testing/test-service";

/** Opens a pull request that adds a file. */
export async function openPullRequest(
  test: TestService,
  repository: { ownerSlug: string; repoName: string },
): Promise<PullRequest> {
  const { object } = await test.call(getGitRef, { params: { ...repository, ref: "heads/main" } });
  const { sha } = object;
  await test.call(createGitRef, { params: repository, body: { ref: "heads/received", sha } });
  await test.call(createCommitFromFiles, {
    params: repository,
    body: {
      targetBranch: "received",
      expectedHeadSha: sha,
      message: "Receive",
      author: { name: "Mia", email: "mia@users.test" },
      files: [{ path: "received.txt", content: "received" }],
    },
  });
  return test.call(createPullRequest, {
    params: repository,
    body: { title: "Receive", head: "received", base: "main" },
  });
}
