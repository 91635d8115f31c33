import type { Send } from "./git-data-exercises";

/** Requests for the operations of namespaces and repositories. */
export function repositoryExercises(
  exchange: Send,
  repo: { ownerSlug: string; repoName: string },
): Record<string, () => Promise<void>> {
  const owner = { ownerSlug: repo.ownerSlug };
  return {
    async createRepo() {
      await exchange("createRepo", 200, { params: owner, body: { name: "described", defaultBranch: "trunk" } });
      await exchange("createRepo", 409, { params: owner, body: { name: "Described" } });
      await exchange("createRepo", 400, { params: owner, body: { name: "no/slashes" } });
      await exchange("createRepo", 400, { params: owner });
      await exchange("createRepo", 404, { params: { ownerSlug: "unknown" }, body: { name: "described" } });
    },
    async getRepo() {
      await exchange("getRepo", 200, { params: repo });
      await exchange("getRepo", 404, { params: { ...repo, repoName: "none" } });
    },
    async listNamespaces() {
      await exchange("listNamespaces", 200, { query: { pageSize: "1" } });
      await exchange("listNamespaces", 400, { query: { pageSize: "x" } });
      await exchange("listNamespaces", 400, { query: { pageToken: "nonsense" } });
    },
    async listRepos() {
      await exchange("listRepos", 200, { params: owner, query: { filter: "ord" } });
      await exchange("listRepos", 404, { params: { ownerSlug: "unknown" } });
    },
    async listRepositories() {
      await exchange("listRepositories", 200);
    },
  };
}
