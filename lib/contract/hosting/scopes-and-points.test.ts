import { describe, expect, it } from "vitest";
import type { Operation } from "../operation";
import { table } from "../tables/service-table.generated";
import { scopeCatalog } from "./scope";

const operations: ReadonlyMap<string, Operation> = new Map(table.map((entry) => [entry.id, entry]));

/** Scope and points of operations, as the specification states them. Undefined: it states none. */
const specified: [rules: string, id: string, scope: string | undefined, points: number | undefined][] = [
  ["H-REPO-13 H-REPO-14", "updateRepo", "repository:settings:write", 5],
  ["H-NS-06", "listNamespaces", undefined, 1],
  ["H-APP-02 H-APP-04", "createApp", "namespace:apps:create", 10],
  ["H-APP-19 H-APP-20", "listNamespaceApps", "namespace:apps:read", 1],
  ["H-APP-23 H-APP-24", "getApp", "namespace:apps:read", 1],
  ["H-APP-26 H-APP-27", "updateApp", "app:settings:write", 5],
  ["H-KEY-02 H-KEY-03", "addAppSigningKey", "app:settings:write", 5],
  ["H-KEY-09 H-KEY-10", "revokeAppSigningKey", "app:settings:write", 5],
  ["H-INST-02 H-INST-03", "addAppInstallationRepositories", "namespace:installations:write", 5],
  ["H-TOKEN-06", "createInstallationAccessToken", undefined, 1],
  ["H-MIRROR-02 H-MIRROR-04", "transitionRepoMirror", "repository:mirror:write", 10],
  ["H-MIRROR-10 H-MIRROR-11", "forceRepoMirrorCutover", "repository:mirror:write", 10],
  ["H-MIRROR-17 H-MIRROR-18", "detachRepoMirror", "repository:mirror:delete", 5],
  ["H-MIRROR-26 H-MIRROR-27", "getMirrorTransitionJob", "repository:metadata:read", 1],
  ["H-MIRROR-29 H-MIRROR-30", "getActiveMirrorTransitionJob", "repository:metadata:read", 1],
  ["H-MIRROR-38", "syncMirror", "repository:contents:read", undefined],
  ["H-REF-02 H-REF-03", "createGitRef", "repository:contents:write", 5],
  ["H-REF-11 H-REF-12", "deleteGitRef", "repository:contents:write", 5],
  ["H-COMMIT-02 H-COMMIT-03", "createCommitFromFiles", "repository:contents:write", 10],
  ["H-GREP-02 H-GREP-03", "grepContents", "repository:contents:read", 5],
  ["H-TAR-02", "getRepoTarball", "repository:contents:read", undefined],
  ["H-COMPARE-02", "listComparisonFiles", "repository:contents:read", undefined],
  ["H-MERGE-15 H-MERGE-16", "getPullRequestMergeability", "repository:pull_requests:read", 10],
  ["H-COMMENT-29 H-COMMENT-30", "deletePullRequestComment", "repository:pull_requests:reviews:write", 5],
  ["H-THREAD-06", "updatePullRequestThread", "repository:pull_requests:reviews:write", undefined],
  ["H-RVR-06", "listPullRequestRequestedReviewers", "repository:pull_requests:reviews:read", undefined],
  ["H-RVR-08", "requestPullRequestReviewers", "repository:pull_requests:reviews:write", undefined],
  ["H-RVR-10", "removePullRequestRequestedReviewers", "repository:pull_requests:reviews:write", undefined],
  ["H-LABEL-07", "listLabels", "repository:labels:read", undefined],
  ["H-LABEL-12", "createLabel", "repository:labels:write", undefined],
  ["H-LABEL-15", "getLabel", "repository:labels:read", undefined],
  ["H-LABEL-17", "updateLabel", "repository:labels:write", undefined],
  ["H-LABEL-21", "deleteLabel", "repository:labels:write", undefined],
  ["H-LABEL-26", "listPullRequestLabels", "repository:pull_requests:read", undefined],
  ["H-LABEL-30", "addPullRequestLabels", "repository:pull_requests:write", undefined],
  ["H-LABEL-33", "setPullRequestLabels", "repository:pull_requests:write", undefined],
  ["H-LABEL-38", "removePullRequestLabel", "repository:pull_requests:write", undefined],
  ["H-LABEL-40", "removeAllPullRequestLabels", "repository:pull_requests:write", undefined],
  ["H-CHECK-22 H-CHECK-23", "rerequestCheckRun", "repository:contents:write", 5],
  ["H-ANN-02", "listCheckRunAnnotations", "repository:checks:read", undefined],
  ["H-ANN-06", "createCheckRunAnnotations", "repository:checks:write", undefined],
  ["H-RULE-11", "listRulesets", "repository:rulesets:read", undefined],
  ["H-RULE-13", "createRuleset", "repository:rulesets:write", undefined],
  ["H-RULE-15", "getRuleset", "repository:rulesets:read", undefined],
  ["H-RULE-17", "updateRuleset", "repository:rulesets:write", undefined],
  ["H-RULE-21", "deleteRuleset", "repository:rulesets:write", undefined],
  ["H-GRANT-04 H-GRANT-05", "listRepositoryGrants", "repository:settings:read", 1],
  ["H-GRANT-09 H-GRANT-10", "upsertRepositoryGrant", "repository:settings:write", 5],
  ["H-GRANT-16 H-GRANT-17", "deleteRepositoryGrant", "repository:settings:write", 5],
  ["H-GRANT-26 H-GRANT-27", "listNamespaceGrants", "namespace:settings:read", 1],
  ["H-GRANT-29 H-GRANT-30", "upsertNamespaceGrant", "namespace:settings:write", 5],
  ["H-GRANT-32 H-GRANT-33", "deleteNamespaceGrant", "namespace:settings:write", 5],
  ["H-SSH-05", "listSshCertificateAuthorities", "namespace:settings:read", undefined],
  ["H-SSH-07", "addSshCertificateAuthority", "namespace:settings:write", undefined],
  ["H-SSH-21", "deleteSshCertificateAuthority", "namespace:settings:write", undefined],
  ["H-SSH-25", "setSshCertificateRequirement", "namespace:settings:write", undefined],
  ["H-RATE-03", "getRateLimit", undefined, 0],
];

describe("an operation's scope and points", () => {
  it.each(specified)("%s: %s", (_rules, id, scope, points) => {
    const operation = operations.get(id);
    if (scope !== undefined) expect(operation?.scopes).toEqual([scope]);
    if (points !== undefined) expect(operation?.points).toBe(points);
    expect(operation).toBeDefined();
  });
});

describe("the credentials of operations that need a user's", () => {
  it.each([
    ["H-NS-02", "listNamespaces", ["user", "installationUser"]],
    ["H-APP-02 H-APP-03", "createApp", ["user"]],
    ["H-INST-02", "addAppInstallationRepositories", ["user"]],
    ["H-SSH-07", "addSshCertificateAuthority", ["user"]],
    ["H-SSH-21", "deleteSshCertificateAuthority", ["user"]],
    ["H-SSH-25", "setSshCertificateRequirement", ["user"]],
  ])("%s: %s", (_rules, id, credentials) => {
    expect(operations.get(id)?.credentials).toEqual(credentials);
  });

  it("H-NS-02 H-RATE-03: List Namespaces and Get Rate Limit need no scope", () => {
    for (const id of ["listNamespaces", "getRateLimit"]) expect(operations.get(id)?.scopes, id).toEqual([]);
  });
});

describe("the scopes", () => {
  it("H-AUTH-11: are exactly those of the catalog", () => {
    expect([...scopeCatalog].sort()).toEqual([
      "app:settings:write",
      "namespace:apps:create",
      "namespace:apps:read",
      "namespace:installations:write",
      "namespace:repositories:create",
      "namespace:repositories:read",
      "namespace:settings:read",
      "namespace:settings:write",
      "namespace:user_tokens:write",
      "repository:checks:read",
      "repository:checks:write",
      "repository:contents:read",
      "repository:contents:write",
      "repository:labels:read",
      "repository:labels:write",
      "repository:metadata:read",
      "repository:mirror:delete",
      "repository:mirror:write",
      "repository:pull_requests:read",
      "repository:pull_requests:reviews:read",
      "repository:pull_requests:reviews:write",
      "repository:pull_requests:write",
      "repository:rulesets:read",
      "repository:rulesets:write",
      "repository:settings:read",
      "repository:settings:write",
    ]);
  });

  it("H-AUTH-12: don't include removed ones", () => {
    const removed = ["app:settings:read", "namespace:new_repository:write"];
    for (const scope of removed) expect(scopeCatalog).not.toContain(scope);
    for (const { id, scopes } of operations.values()) {
      for (const scope of removed) expect(scopes ?? [], id).not.toContain(scope);
    }
  });
});
