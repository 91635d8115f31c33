import { describe, expect, it } from "vitest";
import { z } from "zod";
import { table } from "@/lib/contract/tables/service-table.generated";
import { defineOperation } from "./define-operation";

const nothing = z.object({});
const entry = { id: "x", summary: "x", path: "/v1/x", pathParams: nothing, query: nothing, response: nothing } as const;

describe("a contract entry", () => {
  it("is masked in the agent API unless it says otherwise, and starts no run", () => {
    const operation = defineOperation({ ...entry, method: "POST", family: "agents" });
    expect(operation).toMatchObject({ masked: true, startsRun: false });
    expect(defineOperation({ ...entry, method: "GET", family: "repohost" }).masked).toBe(false);
  });
});

describe("the agent API", () => {
  const names = (operations: readonly { id: string }[]) => operations.map(({ id }) => id).sort();

  it("returns only tokens and signed links unmasked", () => {
    const unmasked = table.filter(({ family, masked }) => family === "agents" && !masked);
    expect(names(unmasked)).toEqual([
      "createSubToken",
      "downloadArtifact",
      "openPortPreview",
      "startGitHubConnection",
      "startMcpConnection",
    ]);
  });

  it("starts runs with new agents and follow-ups only", () => {
    expect(names(table.filter(({ startsRun }) => startsRun))).toEqual(["createAgent", "createRun"]);
  });
});
