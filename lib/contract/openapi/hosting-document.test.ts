import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, describe as group, it } from "vitest";
import { table } from "@/lib/contract/tables/service-table.generated";
import { describeHosting } from "./describe-hosting";
import type { DescribedOperation } from "./description";

const url = "https://api.example.test";
const document = describeHosting(table, { serviceUrl: url, serviceName: "svc" });
const operations = Object.values(document.paths).flatMap((item): DescribedOperation[] => Object.values(item));

group("the description of the hosting API alone", () => {
  it("is valid OpenAPI 3.2 of version v1alpha1, with one server, one tag and one bearer scheme", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect(valid ? [] : errors).toEqual([]);
    expect(validator.version).toBe("3.2");
    expect(document).toMatchObject({
      openapi: "3.2.0",
      info: { version: "v1alpha1" },
      servers: [{ url }],
      tags: [{ name: "repohost" }],
      security: [{ bearerAuth: [] }],
      components: { securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } } },
    });
    expect(document.tags).toHaveLength(1);
    expect(operations.filter((operation) => "security" in operation)).toEqual([]);
  });

  it("names operations as the contract does", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).toEqual(
      expect.arrayContaining(["GetRepo", "ListMatchingGitRefs_2", "GetRepoTarball_2", "MergePullRequest"]),
    );
    expect(ids.filter((id) => !/^[A-Z][A-Za-z]+(?:_2)?$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("names the schemas of the contract, and refers to them", () => {
    const names = Object.keys(document.components.schemas);
    const named = [
      "Actor",
      "App",
      "CheckRun",
      "CheckSuite",
      "CommentThread",
      "Commit",
      "CommitFile",
      "GitCommit",
      "GitRef",
    ];
    const more = [
      "Label",
      "Owner",
      "PullRequest",
      "PullRequestComment",
      "PullRequestMergeability",
      "PullRequestReview",
    ];
    const last = ["PullRequestVersion", "Repo", "RepositoryReference", "Ruleset", "Status", "WebhookDelivery"];
    expect(names).toEqual(expect.arrayContaining([...named, ...more, ...last]));
    const text = JSON.stringify(document);
    for (const name of [...named, ...more, ...last]) expect(text, name).toContain(`"#/components/schemas/${name}"`);
  });

  it("marks preview operations", () => {
    const marked = operations.filter((operation) => operation["x-svc-visibility"] === "PREVIEW");
    expect(marked.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(["GetPullRequestMergeability", "PutPullRequestReviewDraft"]),
    );
    expect(marked.length).toBeLessThan(operations.length / 2);
  });
});
