import Ajv2020 from "ajv/dist/2020";
import { expect, describe as group, it } from "vitest";
import { z } from "zod";
import { installationEvents, subscribableEvents } from "@/lib/contract/hosting/apps/webhook-event";
import { table } from "@/lib/contract/tables/service-table.generated";
import { describe } from "./describe";
import type { DescribedOperation } from "./description";

const url = "https://api.example.test";
const document = describe(table, { serviceUrl: url, serviceName: "svc", version: "1.0.0" });
const hosting = table.filter(({ family }) => family === "repohost");
const all = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.values(item).map((operation: DescribedOperation) => ({ path, operation })),
);
const described = all.filter(({ operation }) => operation.tags.includes("repohost"));

const payloads = Object.entries(document.components.schemas).filter(([name]) => name.endsWith("WebhookPayload"));

/** Returns all schemas in the document, at any depth. */
function schemas(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(schemas);
  return Array.isArray(value) ? inner : [{ ...value }, ...inner];
}

group("the hosting API in the published description", () => {
  it("H-DESC-01 H-DESC-02 H-DESC-03: names the server and a bearer scheme", () => {
    expect(document.servers).toEqual([{ url }]);
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: "http", scheme: "bearer" });
    for (const { operation } of described) expect(operation.security).toContainEqual({ bearer: [] });
  });

  it("H-DESC-04: lists the scopes and token types of every operation", () => {
    expect(described.length).toBeGreaterThanOrEqual(hosting.length);
    for (const { operation } of described) {
      const entry = hosting.find(({ id }) => operation.operationId.replace(/_\d$/, "") === id);
      const extension = operation["x-repohost-scopes"];
      expect(extension?.scopes, operation.operationId).toEqual(entry?.scopes);
      expect(extension?.tokenTypes.length, operation.operationId).toBeGreaterThan(0);
      for (const type of extension?.tokenTypes ?? []) expect(["app", "installation", "user"]).toContain(type);
      expect(extension?.tokenTypes.includes("installation")).toBe(
        entry?.credentials.some((kind) => kind === "installation"),
      );
    }
  });

  it("H-DESC-05: lists no scope for Get Rate Limit", () => {
    const found = described.find(({ operation }) => operation.operationId === "getRateLimit");
    expect(found?.operation["x-repohost-scopes"]).toEqual({ scopes: [], tokenTypes: ["app", "installation", "user"] });
  });

  it("H-DESC-07: marks ambient operations", () => {
    for (const id of ["getAuthenticatedApp", "createInstallationAccessToken", "listAppInstallationRepositories"]) {
      const found = described.find(({ operation }) => operation.operationId === id);
      expect(found?.operation["x-repohost-scopes"], id).toHaveProperty("ambient", true);
    }
  });

  it("H-DESC-06: marks exactly nine of them", () => {
    const marked = described.filter(({ operation }) => operation["x-repohost-scopes"]?.ambient !== undefined);
    expect(marked.map(({ operation }) => operation.operationId).sort()).toEqual([
      "batchRedeliverWebhookDeliveries",
      "createInstallationAccessToken",
      "deleteAppInstallation",
      "getAppInstallation",
      "getAuthenticatedApp",
      "listAppInstallationRepositories",
      "listAppInstallations",
      "listWebhookDeliveries",
      "pingWebhook",
    ]);
  });

  it("H-DESC-13: documents 202 for Batch Redeliver Webhook Deliveries, and both 200 and 202 for Sync Mirror", () => {
    const successes = described.flatMap(({ operation: { operationId, responses } }) =>
      "202" in responses ? [[operationId, ...Object.keys(responses).filter((code) => /^2/.test(code))]] : [],
    );
    expect(successes.sort()).toEqual([
      ["batchRedeliverWebhookDeliveries", "202"],
      ["syncMirror", "200", "202"],
    ]);
  });

  it("H-DESC-09: lists the events of each webhook payload, each event once", () => {
    const listed = payloads.flatMap(([, schema]) => z.array(z.string()).parse(schema["x-repohost-webhook-events"]));
    expect(listed.sort()).toEqual([...subscribableEvents, ...installationEvents, "ping"].sort());
    const lifecycle = payloads.find(([name]) => name === "PullRequestWebhookPayload")?.[1];
    expect(lifecycle?.["x-repohost-webhook-events"]).toHaveLength(8);
  });

  it("H-DESC-10: includes a valid sample of each webhook payload", () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(document, "doc");
    expect(payloads).toHaveLength(18);
    for (const [name, { example }] of payloads) {
      const problems = ajv.validate(`doc#/components/schemas/${name}`, example) ? [] : ajv.errors;
      expect(problems, name).toEqual([]);
      expect(JSON.stringify(example).length, name).toBeGreaterThan(20);
      expect(ajv.validate(`doc#/components/schemas/${name}`, {}), name).toBe(false);
    }
  });

  it("H-THREAD-04: names the thread of a comment CommentThread everywhere", () => {
    const { CommentThread, updatePullRequestThreadResponse, PullRequestComment } = document.components.schemas;
    expect(Object.keys(CommentThread?.properties ?? {})).toEqual(
      expect.arrayContaining(["id", "version", "path", "side", "startLine", "endLine", "resolvedAt"]),
    );
    const $ref = "#/components/schemas/CommentThread";
    expect(updatePullRequestThreadResponse).toEqual({ $ref });
    expect(PullRequestComment?.properties?.thread).toEqual({ $ref });
  });

  it("H-DESC-08: keeps the scopes of ambient operations", () => {
    for (const { id, ambient, scopes } of hosting) if (ambient) expect(scopes.length, id).toBeGreaterThan(0);
  });

  it("H-DESC-11 H-DESC-12 H-ERR-20 H-ERR-21: documents each error code an operation can return", () => {
    for (const { path, operation } of described) {
      const codes = Object.keys(operation.responses);
      expect(codes, operation.operationId).toEqual(expect.arrayContaining(["400", "401", "403", "429"]));
      expect(codes.includes("404"), operation.operationId).toBe(path.includes("{"));
      const entry = hosting.find(({ id }) => operation.operationId.replace(/_\d$/, "") === id);
      expect(codes.includes("409"), operation.operationId).toBe(entry?.conflicts);
      expect(codes).not.toContain("4XX");
    }
    const conflicts = described.filter(({ operation }) => "409" in operation.responses);
    expect(conflicts.map(({ operation }) => operation.operationId)).toEqual(
      expect.arrayContaining(["createRepo", "createGitRef", "deleteGitRef", "getRepoTarball", "createCommitFromFiles"]),
    );
  });

  it("H-DESC-14 H-DESC-15: has unique operation ids, with _2 for a second path", () => {
    const ids = all.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const shapes = described.filter(({ operation }) => /_\d$/.test(operation.operationId));
    expect(
      shapes.map(({ path, operation }) => [operation.operationId, path.split("/").slice(6).join("/")]).sort(),
    ).toEqual([
      ["getRepoTarball_2", "tarball/{ref}"],
      ["listMatchingGitRefs_2", "git/matching-refs"],
    ]);
  });

  it("H-DESC-16 H-DESC-17: has no format on enums, and no UNSPECIFIED value", () => {
    const enums = schemas(document.components).filter((schema) => Array.isArray(schema.enum));
    expect(enums.length).toBeGreaterThan(5);
    for (const schema of enums) {
      expect(schema).not.toHaveProperty("format");
      expect(JSON.stringify(schema.enum)).not.toMatch(/UNSPECIFIED/i);
    }
  });

  it("H-DESC-18: names owner and repository in paths ownerSlug and repoName", () => {
    for (const { path, operation } of described) {
      if (!path.startsWith("/v1/repohost/repos/")) continue;
      expect(path, operation.operationId).toMatch(/^\/v1\/repohost\/repos\/\{ownerSlug\}(?:\/\{repoName\}|$)/);
    }
  });

  it("H-DESC-19 H-MERGE-23: marks only preview operations", () => {
    const marked = described.filter(({ operation }) => operation["x-svc-visibility"] === "PREVIEW");
    expect(marked.map(({ operation }) => operation.operationId).sort()).toEqual([
      "deletePullRequestReviewDraft",
      "getBlame",
      "getPullRequestMergeMessage",
      "getPullRequestMergeability",
      "getPullRequestRangeDiff",
      "getPullRequestReviewDraft",
      "listEligibleReviewers",
      "listFileHistory",
      "listPullRequestTimeline",
      "putPullRequestReviewDraft",
      "submitPullRequestReviewDraft",
      "updatePullRequestBranch",
    ]);
  });

  it("H-CONV-10: success is 200 unless the operation states another status", () => {
    const others = described.flatMap(({ operation: { operationId, responses } }) => {
      const codes = Object.keys(responses).filter((code) => /^[23]/.test(code));
      return codes.join() === "200" ? [] : [[operationId, ...codes].join(" ")];
    });
    expect(others.sort()).toEqual([
      "addPullRequestCommentReaction 204",
      "batchRedeliverWebhookDeliveries 202",
      "deleteAppInstallation 204",
      "deleteGitRef 204",
      "deleteLabel 204",
      "deleteNamespaceGrant 204",
      "deletePullRequestComment 204",
      "deletePullRequestReviewDraft 204",
      "deleteRepositoryGrant 204",
      "deleteRuleset 204",
      "deleteSshCertificateAuthority 204",
      "detachRepoMirror 204",
      "getRepoTarball 200 302",
      "getRepoTarball_2 200 302",
      "removeAllPullRequestLabels 204",
      "removePullRequestCommentReaction 204",
      "removePullRequestRequestedReviewers 204",
      "revokeAppSigningKey 204",
      "syncMirror 200 202",
    ]);
  });
});
