import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listModels } from "@/lib/contract/agents/list-models";
import { agents } from "../core/store/tables/agents";
import { users } from "../core/store/tables/users";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  const configured = { first: ["/bin/false"], second: ["/bin/false"] };
  test = await startTestService({ AGENTS: JSON.stringify(configured), ALLOW_UNISOLATED: "1" });
});
afterAll(() => test.close());
beforeEach(async () => {
  await setDefaults(null, null);
});

const setUserDefault = (defaultModel: string | null) =>
  test.send("PUT", "/admin/v1/teams/1/users/admin@localhost", { key: test.keys.admin, body: { defaultModel } });

async function setDefaults(user: string | null, team: string | null) {
  expect((await setUserDefault(user)).status).toBe(200);
  const body = { defaultModel: team };
  const { status } = await test.send("PATCH", "/admin/v1/teams/1/account", { key: test.keys.admin, body });
  expect(status).toBe(200);
}

async function modelOf(key: string, model?: { id: string }) {
  const body = { prompt: { text: "hello" }, ...(model ? { model } : {}) };
  const { agent, run } = await test.call(createAgent, { key, body });
  await test.stream(agent.id, run.id);
  const [row] = await test.service.db.select({ model: agents.model }).from(agents).where(eq(agents.id, agent.id));
  return row?.model.id;
}

/** The listed model that is marked as the default. */
async function markedModel(key: string) {
  const { items } = await test.call(listModels, { key });
  const marked = items.filter((model) => "isDefault" in model);
  expect(marked.length).toBeLessThan(2);
  return marked[0]?.id;
}

describe("the default in listed models", () => {
  it("is the one of the caller, and isn't marked if it is the built-in agent", async () => {
    await setDefaults("first", "second");
    expect(await markedModel(test.keys.user)).toBe("first");
    expect(await markedModel(test.keys.serviceAccount)).toBe("second");
    await setDefaults("script", "second");
    expect(await markedModel(test.keys.user)).toBeUndefined();
    await setDefaults(null, null);
    expect(await markedModel(test.keys.user)).toBeUndefined();
  });
});

describe("an agent created without a model", () => {
  it("A-CREATE-26: uses the user's default before the team's", async () => {
    await setDefaults("first", "second");
    expect(await modelOf(test.keys.user)).toBe("first");
  });

  it("A-CREATE-27: uses the team's default if the user has none", async () => {
    await setDefaults(null, "second");
    expect(await modelOf(test.keys.user)).toBe("second");
    expect(await modelOf(test.keys.serviceAccount)).toBe("second");
  });

  it("A-CREATE-28: uses the system default if neither has one", async () => {
    expect(await modelOf(test.keys.user)).toBe("script");
  });

  it("rejects a default that isn't in the catalog, and changes nothing", async () => {
    await setDefaults("first", null);
    const rejected = await setUserDefault("unknown");
    expect(rejected).toMatchObject({ status: 400, body: { error: { code: "invalid_model" } } });
    expect(await modelOf(test.keys.user)).toBe("first");
  });

  it("skips a default that no longer exists", async () => {
    await test.service.db.update(users).set({ defaultModel: "gone" });
    expect(await modelOf(test.keys.user)).toBe("script");
  });

  it("uses an explicit model before any default", async () => {
    await setDefaults("first", "second");
    expect(await modelOf(test.keys.user, { id: "script" })).toBe("script");
  });
});
