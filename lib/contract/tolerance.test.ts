import { describe, expect, it } from "vitest";
import { z } from "zod";
import { table } from "@/lib/contract/tables/service-table.generated";
import { getPullRequestMergeability } from "./hosting/mergeability/get-pull-request-mergeability";
import { PullRequest } from "./hosting/pull-request";
import { samplePull } from "./hosting/webhooks/webhook-samples";

const hosting = table.filter(({ family }) => family === "repohost");

const Node = z.record(z.string(), z.unknown());

/** Paths of a schema that reject unlisted values; `alternatives` are the other members of a union. */
function closedEnums(node: unknown, at: string, alternatives: readonly unknown[] = []): string[] {
  const schema = Node.safeParse(node).data;
  if (!schema) return [];
  const isText = (other: unknown) => {
    const { type, enum: listed, const: only } = Node.safeParse(other).data ?? {};
    return type === "string" && listed === undefined && only === undefined;
  };
  const isClosed = (schema.enum !== undefined || typeof schema.const === "string") && !alternatives.some(isText);
  const inner = Object.entries(schema).flatMap(([key, value]) => {
    if (!Array.isArray(value)) return closedEnums(value, `${at}.${key}`);
    return value.flatMap((each, index) => closedEnums(each, `${at}.${key}.${index}`, key === "anyOf" ? value : []));
  });
  return isClosed ? [at, ...inner] : inner;
}

describe("responses of the hosting API", () => {
  it("H-VER-01 accept unknown enum values everywhere", () => {
    const closed = hosting.flatMap(({ id, response }) =>
      closedEnums(z.toJSONSchema(response, { io: "input", unrepresentable: "any" }), id),
    );
    expect(closed).toEqual([]);
    // The helper detects closed enums.
    const shape = z.object({ kind: z.array(z.enum(["a"])), only: z.literal("b").optional() });
    expect(closedEnums(z.toJSONSchema(shape), "it")).toEqual(["it.properties.kind.items", "it.properties.only"]);
    const newer = { ...samplePull, labels: [], state: "archived" };
    expect(PullRequest.parse(newer).state).toBe("archived");
  });

  it("H-VER-02 of preview operations accept unknown fields and values at every depth", () => {
    const previews = hosting.filter(({ preview }) => preview);
    expect(previews).toContain(getPullRequestMergeability);
    for (const { id, response } of previews) {
      const schema = JSON.stringify(z.toJSONSchema(response, { unrepresentable: "any" }));
      expect(schema, id).not.toContain('"additionalProperties":false');
    }
    const reference = {
      id: "pr_1",
      number: "1",
      repository: { id: "repo_1", name: "widgets", owner: { slug: "acme", id: "ns_1", type: "guild", tier: 3 } },
    };
    const newer = {
      pullRequest: { ...reference, weight: 1 },
      verdict: "perhaps",
      blockers: [
        {
          pullRequest: reference,
          kind: "moon_phase",
          message: "Wait",
          evaluatedPullRequests: [reference],
          moonPhase: { full: true },
        },
      ],
      evaluatedPullRequests: [{ ...reference, isNew: true }],
      headSha: "a",
      baseRef: "main",
      baseSha: "b",
      evaluatedAt: "2026-07-01T10:03:00Z",
      confidence: 0.5,
    };
    expect(getPullRequestMergeability.response.parse(newer)).toEqual(newer);
  });
});
