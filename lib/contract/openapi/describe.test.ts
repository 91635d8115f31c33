import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020";
import { expect, describe as group, it } from "vitest";
import { z } from "zod";
import { defineOperation } from "@/lib/contract/define-operation";
import { table } from "@/lib/contract/tables/service-table.generated";
import { pathForms } from "@/lib/contract/testing/path-forms";
import { describe } from "./describe";

const input = { serviceUrl: "http://127.0.0.1:4100", serviceName: "svc", version: "0.1.0" };

const forms = pathForms.map(([id, method, path]) =>
  defineOperation({
    id,
    summary: id,
    method,
    path,
    family: path.startsWith("/v0/") ? "pools" : "repohost",
    pathParams: z.object({}),
    query: z.looseObject({}),
    response: z.looseObject({}),
    credentials: ["user"],
  }),
);

async function problemsOf(document: unknown): Promise<unknown> {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect(validator.version).toBe("3.1");
  return valid ? [] : errors;
}

group("the description of the contract table", () => {
  const document = describe(table, input);

  it("is valid OpenAPI 3.1", async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  it("is valid for every path form of both specifications", async () => {
    expect(await problemsOf(describe(forms, input))).toEqual([]);
  });

  it("has no two paths that differ only in parameter names", () => {
    const shapes = Object.keys(describe(forms, input).paths).map((path) => path.replace(/\{[^}]+\}/g, "{}"));
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it("lists every operation once, with its summary and family", () => {
    const found = Object.values(document.paths).flatMap((item) => Object.values(item));
    const ids = table.flatMap(({ id, alternates }) => [id, ...alternates.map((_path, index) => `${id}_${index + 2}`)]);
    expect(found.map(({ operationId }) => operationId).sort()).toEqual(ids.sort());
    for (const { id, summary, family } of table) {
      expect(found.find(({ operationId }) => operationId === id)).toMatchObject({ summary, tags: [family] });
    }
  });

  it("doesn't depend on the order of the table", () => {
    const reversed = describe([...table].reverse(), input);
    expect(JSON.stringify(reversed)).toBe(JSON.stringify(document));
  });

  it("can omit operations a service doesn't implement", () => {
    const { paths, components, tags } = describe(table, { ...input, only: new Set(["getMe"]) });
    expect(Object.keys(paths)).toEqual(["/v1/me"]);
    expect(Object.keys(components.schemas)).toEqual(["AgentsError", "getMeResponse"]);
    expect(tags.map(({ name }) => name)).toEqual(["agents"]);
  });

  it("contains only schemas a validator can compile", { tags: ["long"] }, () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "described", components: document.components });
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `described#/components/schemas/${name}` }), name).not.toThrow();
    }
  });

  it("resolves every reference", () => {
    const text = JSON.stringify(document);
    const references = new Set(Array.from(text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g), ([whole]) => whole));
    expect(references.size).toBeGreaterThan(20);
    for (const reference of references) {
      const [, kind = "", name = ""] = /components\/(\w+)\/(\w+)/.exec(reference) ?? [];
      expect(Object.entries(document.components).find(([key]) => key === kind)?.[1], reference).toHaveProperty(name);
    }
  });
});

group("one operation", () => {
  const node: z.ZodType = z.looseObject({
    get children() {
      return z.array(node);
    },
  });
  const operation = defineOperation({
    id: "getThing",
    summary: "Get a thing",
    method: "GET",
    path: "/v1/things/{name}/refs/{ref+}",
    alternates: ["/v1/things/{name}:refs"],
    pathParams: z.object({ name: z.string().describe("Name of the thing"), ref: z.string() }),
    query: z.strictObject({
      depth: z.string().regex(/^\d$/).describe("How deep").transform(Number),
      page: z.string().optional(),
      when: z.date().optional(),
      sha: z
        .string()
        .regex(/^[0-9a-f]+$/i)
        .optional(),
    }),
    response: node,
    family: "repohost",
    credentials: ["user", "installation"],
    scopes: ["repository:contents:read"],
    points: 5,
  });
  const { paths, components } = describe([operation], input);

  it("converts a rest parameter to OpenAPI and keeps the verb in the path", () => {
    expect(Object.keys(paths)).toEqual(["/v1/things/{name}/refs/{ref}", "/v1/things/{name}:refs"]);
    expect(paths["/v1/things/{name}/refs/{ref}"]?.get?.parameters?.slice(0, 2)).toEqual([
      { name: "name", in: "path", required: true, description: "Name of the thing", schema: { type: "string" } },
      { name: "ref", in: "path", required: true, schema: { type: "string" }, "x-slipway-rest": true },
    ]);
  });

  it("gives an alternate path a unique id and only its own parameters", () => {
    const alternate = paths["/v1/things/{name}:refs"]?.get;
    expect(alternate?.operationId).toBe("getThing_2");
    expect(alternate?.parameters?.filter((each) => each.in === "path").map(({ name }) => name)).toEqual(["name"]);
  });

  it("describes the input before any transform", () => {
    expect(paths["/v1/things/{name}:refs"]?.get?.parameters?.slice(1)).toEqual([
      {
        name: "depth",
        in: "query",
        required: true,
        description: "How deep",
        schema: { type: "string", pattern: "^\\d$" },
      },
      { name: "page", in: "query", required: false, schema: { type: "string" } },
      { name: "when", in: "query", required: false, schema: {} },
      { name: "sha", in: "query", required: false, schema: { type: "string" } },
    ]);
  });

  it("includes credentials, scopes and points", () => {
    expect(paths["/v1/things/{name}:refs"]?.get).toMatchObject({
      "x-slipway-credentials": ["user", "installation"],
      "x-slipway-scopes": ["repository:contents:read"],
      "x-slipway-points": 5,
    });
  });

  it("references the component of a recursive schema", () => {
    expect(JSON.stringify(components.schemas.getThingResponse)).toContain(
      '"$ref":"#/components/schemas/getThingResponse',
    );
  });

  it("describes streams, empty responses, and each family's error format", () => {
    const stream = {
      ...operation,
      id: "follow",
      path: "/v0/follow",
      alternates: [],
      stream: true,
      family: "pools",
    } as const;
    const empty = {
      ...operation,
      id: "drop",
      path: "/v1/drop",
      alternates: [],
      success: 204,
      family: "admin",
    } as const;
    const described = describe([stream, empty], input);
    expect(described.paths["/v0/follow"]?.get?.responses["200"]).toHaveProperty(["content", "text/event-stream"]);
    expect(described.paths["/v0/follow"]?.get?.parameters?.map(({ name }) => name)).toContain("Last-Event-ID");
    expect(described.paths["/v1/drop"]?.get?.responses["204"]).not.toHaveProperty("content");
    expect(described.components.schemas.PoolsError).toMatchObject({ properties: { error: { type: "string" } } });
    expect(described.components.schemas.AdminError).toMatchObject({ properties: { error: { type: "object" } } });
    expect(described.paths["/v0/follow"]?.get?.responses["4XX"]).toEqual({
      $ref: "#/components/responses/PoolsError",
    });
  });
});
