import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

/** Requests for grant and group operations. */
export function grantExercises(
  exchange: Send,
  repo: Record<string, string>,
  test: () => TestService,
): Record<string, () => Promise<void>> {
  const owner = { ownerSlug: repo.ownerSlug ?? "" };
  const none = { ownerSlug: "none" };
  const members = { teamGroup: { kind: "members" } };
  const write = { ...members, permission: "PERMISSION_WRITE" };
  return {
    async listGrantees() {
      const key = test().keys.admin;
      await exchange("listGrantees", 200, { params: { namespaceSlug: owner.ownerSlug }, key });
      await exchange("listGrantees", 404, { params: { namespaceSlug: "none" }, key });
    },
    async listNamespaceGrants() {
      await exchange("listNamespaceGrants", 200, { params: owner });
      await exchange("listNamespaceGrants", 404, { params: none });
    },
    async upsertNamespaceGrant() {
      await exchange("upsertNamespaceGrant", 200, { params: owner, body: write });
      await exchange("upsertNamespaceGrant", 400, {
        params: owner,
        body: { ...write, permission: "PERMISSION_CUSTOM" },
      });
      await exchange("upsertNamespaceGrant", 404, { params: none, body: write });
    },
    async deleteNamespaceGrant() {
      await exchange("deleteNamespaceGrant", 204, { params: owner, body: { group: { id: "grp_none" } } });
      await exchange("deleteNamespaceGrant", 400, { params: owner, body: {} });
    },
    async listRepositoryGrants() {
      await exchange("upsertRepositoryGrant", 200, { params: repo, body: { ...members, permission: "write" } });
      await exchange("listRepositoryGrants", 200, { params: repo });
      await exchange("listRepositoryGrants", 400, { params: repo, query: { pageToken: "x" } });
    },
    async upsertRepositoryGrant() {
      await exchange("upsertRepositoryGrant", 200, { params: repo, body: { ...members, permission: "read" } });
      await exchange("upsertRepositoryGrant", 400, { params: repo, body: { ...members, permission: "custom" } });
    },
    async deleteRepositoryGrant() {
      await exchange("deleteRepositoryGrant", 204, { params: repo, body: members });
      await exchange("deleteRepositoryGrant", 400, { params: repo, body: {} });
    },
    async putMember() {
      const params = { namespaceSlug: owner.ownerSlug, email: "described@example.test" };
      const key = test().keys.admin;
      await exchange("putMember", 200, { params, body: { displayName: "De Scribed", isAdmin: false }, key });
      await exchange("putMember", 400, { params, body: {}, key });
      await exchange("putMember", 404, { params: { ...params, namespaceSlug: "none" }, body: { isAdmin: false }, key });
    },
    async putGroup() {
      const params = { teamId: "1", slug: "described" };
      const key = test().keys.admin;
      await exchange("putGroup", 200, { params, body: { members: ["admin@localhost"] }, key });
      await exchange("putGroup", 400, { params, body: { members: ["unknown"] }, key });
      await exchange("putGroup", 404, { params: { ...params, teamId: "999" }, body: { members: [] }, key });
    },
  };
}
