import type { Mirror } from "@/lib/contract/admin/mirrors/mirror";
import type { Repo } from "@/lib/contract/hosting/repo";

export const at = "2026-01-01T00:00:00.000Z";

/** A repository that is a mirror. */
export const name = { ownerSlug: "demo", repoName: "copy" };
export const repo: Repo = {
  id: "repo_1",
  name: "copy",
  fullName: "demo/copy",
  owner: { slug: "demo", id: "ns_1" },
  defaultBranch: "main",
  createdAt: at,
  updatedAt: at,
  cloneUrl: "",
  visibility: "private",
  allowMergeCommit: true,
  allowSquashMerge: true,
  deleteBranchOnMerge: true,
};

/** Its mirror in the given status, as returned to admins. */
export const mirror = (status: Mirror["status"]): Mirror => ({
  repositoryId: "repo_1",
  fullName: "demo/copy",
  url: "https://git.example/a/b",
  source: "git",
  sourceId: "a/b",
  status,
  hasCredential: false,
  upstreamAdmins: ["admin@localhost"],
});
