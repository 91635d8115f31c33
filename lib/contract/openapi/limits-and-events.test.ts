import Ajv2020 from "ajv/dist/2020";
import { expect, describe as group, it } from "vitest";
import { runEvents } from "@/lib/contract/agents/run-events";
import { atMostCharacters } from "@/lib/contract/at-most-characters";
import { queueEvents } from "@/lib/contract/pools/pending-request";
import { table } from "@/lib/contract/tables/service-table.generated";
import { describe } from "./describe";
import type { DescribedOperation } from "./description";

const options = { serviceUrl: "https://a.test", serviceName: "acme", version: "1" };
const document = describe(table, options);
const proxied = describe(table, { ...options, audience: "dashboard" });
const { schemas } = document.components;

function operation(id: string, { paths } = document): DescribedOperation | undefined {
  return Object.values(paths)
    .flatMap((item): DescribedOperation[] => Object.values(item))
    .find(({ operationId }) => operationId === id);
}

const success = (id: string, from = document) => operation(id, from)?.responses["200"];
const parameter = (id: string, name: string) => operation(id)?.parameters?.find((each) => each.name === name);

group("limits in the description", () => {
  it.each([
    ["createAgentRequest", ["name", "maxLength"], 100],
    ["createAgentRequest", ["envVars", "maxProperties"], 50],
    ["createAgentRequest", ["repos", "maxItems"], 20],
    ["createPullRequestRequest", ["title", "maxLength"], 256],
    ["createLabelRequest", ["name", "maxLength"], 50],
    ["createLabelRequest", ["description", "maxLength"], 255],
    ["addSshCertificateAuthorityRequest", ["name", "maxLength"], 255],
    ["postCheckRunRequest", ["checkRun", "properties", "output", "properties", "text", "maxLength"], 65_535],
  ])("%s has %j", (name, path, value) => {
    expect(schemas[name]?.properties).toHaveProperty(path, value);
  });

  it("includes page sizes and body sizes", () => {
    expect(parameter("listAgents", "limit")?.description).toBe("1 to 100, by default 20");
    expect(parameter("listWorkers", "limit")?.description).toBe("1 to 100, by default 50");
    expect(parameter("listRepos", "pageSize")?.description).toMatch(/^1 to 100, by default 30/);
    expect(parameter("listCommitFiles", "pageSize")?.description).toMatch(/^1 to 100, by default 30/);
    expect(operation("createAgent")?.["x-slipway-body-bytes"]).toBe(110 * 1024 * 1024);
    expect(operation("getAgent")).not.toHaveProperty("x-slipway-body-bytes");
  });

  it("counts characters as the service does", () => {
    const [fits] = atMostCharacters(3);
    expect(["abc", "🚀🚀🚀", "e\u0301x"].map(fits)).toEqual([true, true, true]);
    expect(["abcd", "🚀🚀🚀🚀", "🚀".repeat(1_000)].map(fits)).toEqual([false, false, false]);
    const ajv = new Ajv2020();
    for (const text of ["abc", "🚀🚀🚀", "🚀🚀🚀🚀"])
      expect(ajv.validate({ type: "string", maxLength: 3 }, text)).toBe(fits(text));
  });
});

group("responses in the description", () => {
  it("includes the media type of a raw blob, except through the dashboard's proxy", () => {
    expect(success("getBlob")).toMatchObject({
      description: "Get a blob: as bytes if the request accepts application/vnd.repohost.raw",
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/getBlobResponse" } },
        "application/octet-stream": { schema: { $ref: "#/components/schemas/Bytes" } },
      },
    });
    expect(schemas.Bytes).toEqual({ type: "string", format: "binary" });
    expect(JSON.stringify(proxied)).not.toContain("octet-stream");
    expect(proxied.components.schemas).not.toHaveProperty("Bytes");
  });

  it("includes the retention header with the service's name", () => {
    const name = "x-acme-stream-retention-seconds";
    expect(success("streamRun")).toHaveProperty(["headers", name, "schema", "type"], "string");
    expect(success("getRun")).not.toHaveProperty(["headers", name]);
    expect(success("streamRun", proxied)).not.toHaveProperty(["headers", name]);
  });

  it.each([
    ["streamRun", runEvents],
    ["watchPendingRequests", queueEvents],
  ])("includes the payload of each event of %s", (id, events) => {
    const described = operation(id)?.["x-slipway-events"] ?? {};
    expect(Object.keys(described)).toEqual(Object.keys(events));
    for (const { $ref } of Object.values(described)) {
      expect(schemas).toHaveProperty([$ref.replace("#/components/schemas/", "")]);
    }
  });

  it("describes payloads so that a validator finds errors", () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: "doc", components: document.components });
    const validate = (name: string, payload: object) => ajv.validate(`doc#/components/schemas/${name}`, payload);
    const call = { callId: "1", name: "read", status: "running" };
    expect(validate("streamRunToolCallEvent", call)).toBe(true);
    expect(validate("streamRunToolCallEvent", { ...call, callId: 1 })).toBe(false);
    expect(validate("streamRunResultEvent", { status: "FINISHED" })).toBe(false);
    expect(validate("watchPendingRequestsClaimedEvent", {})).toBe(false);
    expect(validate("streamRunInteractionUpdateEvent", { type: "of-a-newer-service" })).toBe(true);
  });

  it("includes the fields of the hosting API's error details", () => {
    const details = JSON.stringify(schemas.Status?.properties?.details);
    for (const name of ["fieldViolations", "violations", "requestId", "google.rpc.PreconditionFailure"]) {
      expect(details).toContain(name);
    }
  });
});

group("rules in the description", () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(JSON.parse(JSON.stringify(document)), "document");
  const isValid = (rules: object[]) => {
    const body = { name: "Guard", enforcement: "active", kind: "merge_branch", rules };
    return ajv.validate({ $ref: "document#/components/schemas/createRulesetRequest" }, body);
  };

  it("includes the parameters of every rule type", () => {
    const guarded = { requiredApprovingReviewCount: 2, requireCodeOwnerReview: true };
    expect(isValid([{ ruleType: "pull_request", parameters: guarded }, { ruleType: "deletion" }])).toBe(true);
    expect(isValid([{ ruleType: "ref_name_pattern", parameters: { pattern: "^release/", negate: true } }])).toBe(true);
  });

  it.each([
    { ruleType: "required_deployments" },
    { ruleType: "pull_request", parameters: { requiredApprovingReviewCount: 51 } },
    { ruleType: "pull_request", parameters: { unknown: true } },
    { ruleType: "ref_name_pattern", parameters: {} },
    { ruleType: "require_status_checks", parameters: { requiredChecks: [{ actorKind: "team" }] } },
  ])("%j is invalid", (rule) => {
    expect(isValid([rule])).toBe(false);
  });
});

group("names in the description", () => {
  it("marks previews with the service's name", () => {
    expect(operation("getBlame")).toMatchObject({ "x-acme-visibility": "PREVIEW" });
    expect(operation("getBlame")).not.toHaveProperty("x-svc-visibility");
  });

  it("has no schemas below others, which client generators don't find", () => {
    expect(JSON.stringify(document)).not.toContain("$defs");
  });
});
