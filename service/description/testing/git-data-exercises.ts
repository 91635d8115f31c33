import { expect } from "vitest";
import { getGitCommit } from "@/lib/contract/hosting/git-data/get-git-commit";
import { getTree } from "@/lib/contract/hosting/git-data/get-tree";
import type { ApiResponse } from "../../testing/test-service";

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
}

/** Sends a request and fails unless request and response match the description. */
export type Send = (operationId: string, status: number, sent?: Sent) => Promise<ApiResponse>;

const unknownSha = "0123456789abcdef0123456789abcdef01234567";
const author = { name: "Ada", email: "ada@example.test" };

function expectBytes({ headers }: ApiResponse): void {
  expect(headers.get("content-type")).toBe("application/octet-stream");
}

/** Requests for git data operations. `repo` is a repository with commits; `tip` returns its default branch's head. */
export function gitDataExercises(exchange: Send, repo: Record<string, string>, tip: () => Promise<string>) {
  return {
    async batchGetContents() {
      await exchange("batchGetContents", 200, {
        params: repo,
        body: { paths: ["README.md", "", "none"], ref: "main" },
      });
      await exchange("batchGetContents", 400, { params: repo, body: { paths: [] } });
      await exchange("batchGetContents", 404, { params: repo, body: { paths: [""], ref: "none" } });
    },
    async compareCommits() {
      await exchange("compareCommits", 200, { params: { ...repo, basehead: "HEAD...main" } });
      await exchange("compareCommits", 400, { params: { ...repo, basehead: "main" } });
      await exchange("compareCommits", 404, { params: { ...repo, basehead: "none...main" } });
    },
    async createCommitFromFiles() {
      await exchange("createGitRef", 200, { params: repo, body: { ref: "heads/described", sha: await tip() } });
      const body = {
        targetBranch: "described",
        expectedHeadSha: await tip(),
        message: "Describe",
        author,
        files: [{ path: "described.txt", content: "x" }],
      };
      await exchange("createCommitFromFiles", 200, { params: repo, body });
      await exchange("createCommitFromFiles", 409, { params: repo, body });
      await exchange("createCommitFromFiles", 400, { params: repo, body: { ...body, files: [] } });
    },
    async createGitRef() {
      const body = { ref: "refs/heads/created", sha: await tip() };
      await exchange("createGitRef", 200, { params: repo, body });
      await exchange("createGitRef", 400, { params: repo, body: { ...body, sha: unknownSha } });
    },
    async deleteGitRef() {
      await exchange("createGitRef", 200, { params: repo, body: { ref: "heads/dropped", sha: await tip() } });
      const params = { ...repo, ref: "heads/dropped" };
      await exchange("deleteGitRef", 204, { params });
      await exchange("deleteGitRef", 404, { params });
      await exchange("deleteGitRef", 400, { params: { ...repo, ref: "tags/v1" } });
    },
    async getBlob() {
      const { body } = await exchange("getTree", 200, { params: { ...repo, sha: "HEAD" }, query: { recursive: "1" } });
      const { tree } = getTree.response.parse(body);
      const sha = tree.find(({ type }) => type === "blob")?.sha ?? "";
      await exchange("getBlob", 200, { params: { ...repo, sha } });
      const bytes = { accept: "application/vnd.repohost.raw" };
      expectBytes(await exchange("getBlob", 200, { params: { ...repo, sha }, headers: bytes }));
      await exchange("getBlob", 404, { params: { ...repo, sha: unknownSha } });
    },
    async getCommit() {
      await exchange("getCommit", 200, { params: { ...repo, sha: "HEAD" } });
      await exchange("getCommit", 404, { params: { ...repo, sha: unknownSha } });
    },
    async getContents() {
      await exchange("getContents", 200, { params: repo });
      await exchange("getContents", 200, { params: repo, query: { path: "README.md", ref: "HEAD" } });
      await exchange("getContents", 404, { params: repo, query: { path: "none" } });
      await exchange("getContents", 400, { params: repo, query: { path: "../x" } });
    },
    async getGitCommit() {
      await exchange("getGitCommit", 200, { params: { ...repo, sha: "HEAD" } });
      await exchange("getGitCommit", 404, { params: { ...repo, sha: unknownSha } });
    },
    async getGitRef() {
      await exchange("getGitRef", 200, { params: { ...repo, ref: "heads/main" } });
      await exchange("getGitRef", 200, { params: { ...repo, ref: "HEAD" } });
      await exchange("getGitRef", 404, { params: { ...repo, ref: "heads/none" } });
    },
    async getRateLimit() {
      await exchange("getRateLimit", 200);
    },
    async getRepoTarball() {
      await exchange("getRepoTarball", 200, { params: repo });
      await exchange("getRepoTarball_2", 404, { params: { ...repo, ref: "none" } });
    },
    async getTag() {
      await exchange("getTag", 404, { params: { ...repo, sha: unknownSha } });
    },
    async getTree() {
      await exchange("getTree", 200, { params: { ...repo, sha: "main" } });
      await exchange("getTree", 404, { params: { ...repo, sha: unknownSha } });
    },
    async getBlame() {
      await exchange("getBlame", 200, { params: repo, query: { path: "README.md", ref: "main" } });
      await exchange("getBlame", 400, { params: repo, query: { path: "../x" } });
      await exchange("getBlame", 404, { params: repo, query: { path: "none.txt" } });
    },
    async listFileHistory() {
      await exchange("listFileHistory", 200, { params: repo, query: { path: "README.md", pageSize: "1" } });
      await exchange("listFileHistory", 400, { params: repo, query: { path: "" } });
      await exchange("listFileHistory", 404, { params: repo, query: { path: "README.md", ref: "none" } });
    },
    async grepContents() {
      await exchange("grepContents", 200, { params: repo, body: { query: "import", contextAfter: 1, maxResults: 5 } });
      await exchange("grepContents", 400, { params: repo, body: { query: "(" } });
    },
    async listBranches() {
      await exchange("listBranches", 200, { params: repo, query: { pageSize: "1" } });
      await exchange("listBranches", 404, { params: { ...repo, repoName: "none" } });
    },
    async listCommitFiles() {
      await exchange("listCommitFiles", 200, { params: { ...repo, sha: "HEAD" }, query: { pageSize: "1" } });
      await exchange("listCommitFiles", 404, { params: { ...repo, sha: unknownSha } });
    },
    async listCommits() {
      await exchange("listCommits", 200, {
        params: repo,
        query: { sha: "main", authorEmails: "unknown@example.test" },
      });
      await exchange("listCommits", 400, { params: repo, query: { pageToken: "x" } });
    },
    async listComparisonFiles() {
      const { body } = await exchange("getGitCommit", 200, { params: { ...repo, sha: "HEAD" } });
      const [parent] = getGitCommit.response.parse(body).parents;
      await exchange("listComparisonFiles", 200, { params: { ...repo, basehead: `${parent?.sha}...HEAD` } });
      await exchange("listComparisonFiles", 404, { params: { ...repo, basehead: "none...HEAD" } });
    },
    async listMatchingGitRefs() {
      await exchange("listMatchingGitRefs", 200, { params: { ...repo, ref: "heads/" } });
      await exchange("listMatchingGitRefs_2", 200, { params: repo, query: { ref: "heads/" } });
    },
    async updateRepo() {
      await exchange("updateRepo", 200, { params: repo, body: { deleteBranchOnMerge: true, visibility: "internal" } });
      await exchange("updateRepo", 400, { params: repo, body: {} });
      await exchange("updateRepo", 404, { params: { ...repo, repoName: "none" }, body: { visibility: "private" } });
    },
  };
}
