import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listModels } from "@/lib/contract/agents/list-models";
import { agents } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";

const Value = z.strictObject({ value: z.string(), displayName: z.string().optional() });
const Variant = z.strictObject({
  params: z.array(z.strictObject({ id: z.string(), value: z.string() })),
  displayName: z.string(),
  description: z.string().optional(),
  isDefault: z.boolean().optional(),
});
const Entry = z.strictObject({
  id: z.string(),
  displayName: z.string(),
  description: z.string().optional(),
  aliases: z.array(z.string()).optional(),
  parameters: z
    .array(z.strictObject({ id: z.string(), displayName: z.string().optional(), values: z.array(Value) }))
    .optional(),
  variants: z.array(Variant).optional(),
});

const variants = [
  { params: [], displayName: "Balanced", isDefault: true },
  {
    params: [
      { id: "effort", value: "high" },
      { id: "fast", value: "true" },
    ],
    displayName: "Thorough",
    description: "Takes longer",
  },
];

let test: TestService;
beforeAll(async () => {
  const values = ["low", { value: "high", displayName: "High" }];
  const parameters = [
    { id: "effort", displayName: "Effort", values },
    { id: "fast", values: ["true"] },
  ];
  const configured = { other: ["/bin/false"], tuned: { command: ["/bin/false"], parameters, variants } };
  test = await startTestService({ AGENTS: JSON.stringify(configured), ALLOW_UNISOLATED: "1" });
});
afterAll(() => test.close());

async function modelOf(id: string, params: { id: string; value: string }[]) {
  const body = { prompt: { text: "hello" }, model: { id, params } };
  const { agent, run } = await test.call(createAgent, { body });
  await test.stream(agent.id, run.id);
  const [row] = await test.service.db.select({ model: agents.model }).from(agents).where(eq(agents.id, agent.id));
  return row?.model;
}

describe("listed models", () => {
  it("A-META-06, A-META-07, A-META-09, A-META-10, A-META-14: match the specification", async () => {
    const { body } = await test.send("GET", "/v1/models");
    const { items } = z.strictObject({ items: z.array(Entry) }).parse(body);
    expect(items.map(({ id }) => id)).toEqual(["script", "other", "tuned"]);
    expect(new Set(items.flatMap(({ id, aliases = [] }) => [id, ...aliases])).size).toBe(
      items.length + items.flatMap(({ aliases = [] }) => aliases).length,
    );
    for (const { variants = [] } of items) expect(variants.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it("A-META-12, A-META-13, A-META-16: have parameters with string values and optional display names", async () => {
    const { items } = await test.call(listModels);
    expect(items.find(({ id }) => id === "tuned")?.parameters).toEqual([
      { id: "effort", displayName: "Effort", values: [{ value: "low" }, { value: "high", displayName: "High" }] },
      { id: "fast", values: [{ value: "true" }] },
    ]);
    expect(items.find(({ id }) => id === "other")).not.toHaveProperty("parameters");
  });

  it("A-META-14, A-META-15: have variants with the parameters they set, which may be none", async () => {
    const { items } = await test.call(listModels);
    const shown = (id: string) => items.find((each) => each.id === id)?.variants;
    expect(shown("tuned")).toEqual(variants);
    expect(shown("other")).toEqual([{ params: [], displayName: "other", isDefault: true }]);
    const body = { prompt: { text: "x" }, model: { id: "tuned", params: [{ id: "effort", value: "highest" }] } };
    expect(await test.send("POST", "/v1/agents", { body })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_model", field: "model.params.0" } },
    });
  });

  it("A-META-08, A-META-11: are accepted by id and alias, with each variant's parameters", {
    tags: ["long"],
  }, async () => {
    const { items } = await test.call(listModels);
    for (const { id, aliases = [], variants = [] } of items) {
      for (const name of [id, ...aliases]) {
        for (const { params } of variants) expect(await modelOf(name, params)).toEqual({ id, params });
      }
    }
  });

  it("are the same for every key of the team", async () => {
    const { body } = await test.send("GET", "/v1/models");
    expect((await test.send("GET", "/v1/models", { key: test.keys.serviceAccount })).body).toEqual(body);
  });
});
