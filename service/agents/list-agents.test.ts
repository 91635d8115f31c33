import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { agents } from "../core/store/tables/agents";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";

const prUrl = "https://git.example/acme/orders/pull/7?tab=files&x=%20";

let test: TestService;
let template: typeof agents.$inferSelect;
beforeAll(async () => {
  test = await startTestService();
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
  await test.stream(agent.id, run.id);
  const [row] = await test.service.db.select().from(agents).where(eq(agents.id, agent.id));
  if (!row) throw new Error("agent not found");
  template = row;
  await test.service.db.insert(agents).values(Array.from({ length: 104 }, () => copy({})));
});
afterAll(() => test.close());

function copy(changed: Partial<typeof agents.$inferInsert>): typeof agents.$inferInsert {
  const { position: _position, ...row } = template;
  return { ...row, id: `bc-${test.service.ids.uuid()}`, ...changed };
}

describe("the list of agents", () => {
  it("A-LIST-04, A-LIST-05: returns 20 by default, and up to 100", async () => {
    expect((await test.call(listAgents)).items).toHaveLength(20);
    const page = await test.call(listAgents, { query: { limit: "100" } });
    expect(page.items).toHaveLength(100);
    const rest = await test.call(listAgents, { query: { limit: "100", cursor: page.nextCursor ?? "" } });
    expect(rest.items.map(({ id }) => id)).toContain(template.id);
    expect(rest).not.toHaveProperty("nextCursor");
  });

  it("A-LIST-06: rejects limits above 100", async () => {
    for (const limit of ["101", "1000", "999999999"]) {
      expect((await test.send("GET", `/v1/agents?limit=${limit}`)).status).toBe(400);
    }
  });

  it("A-LIST-02: only returns the user's own and the team's service-account agents", { tags: ["long"] }, async () => {
    const colleague = await addUser(test.service, { email: "colleague@localhost", teamId: 1 });
    const stranger = await addUser(test.service, { email: "stranger@localhost" });
    const prompt = { text: "hello" };
    const own = await test.call(createAgent, { key: colleague.key, body: { prompt } });
    const shared = await test.call(createAgent, { key: test.keys.serviceAccount, body: { prompt } });
    const foreign = await test.call(createAgent, { key: stranger.key, body: { prompt } });
    const listed = async (key: string) =>
      (await test.call(listAgents, { key, query: { limit: "100" } })).items.map(({ id }) => id);
    expect(await listed(colleague.key)).toEqual([shared.agent.id, own.agent.id]);
    expect(await listed(stranger.key)).toEqual([foreign.agent.id]);
    expect(await listed(test.keys.user)).not.toContain(own.agent.id);
    const { key } = stranger;
    expect((await test.send("GET", `/v1/agents/${template.id}`, { key })).status).toBe(404);
    expect((await test.send("DELETE", `/v1/agents/${template.id}`, { key })).status).toBe(404);
  });

  it("A-LIST-08: filters by the pull request that agents work on or opened", async () => {
    const repos = [{ url: "https://git.example/acme/orders", prUrl }];
    const branches = [{ repoUrl: "git.example/acme/orders", branch: "svc/x", prUrl }];
    const rows = [
      copy({ repos }),
      copy({ branches }),
      copy({ branches: [{ repoUrl: "git.example/a/b", prUrl: "x" }] }),
    ];
    await test.service.db.insert(agents).values(rows);
    const { items } = await test.call(listAgents, { query: { prUrl } });
    expect(items.map(({ id }) => id)).toEqual([rows[1]?.id, rows[0]?.id]);
    expect((await test.call(listAgents, { query: { prUrl: "https://git.example/none" } })).items).toEqual([]);
  });

  it("A-LIST-09: includes archived agents by default", async () => {
    const archived = copy({ status: "ARCHIVED" });
    await test.service.db.insert(agents).values(archived);
    for (const query of [{}, { includeArchived: "true" as const }]) {
      const { items } = await test.call(listAgents, { query: { limit: "1", ...query } });
      expect(items[0]).toMatchObject({ id: archived.id, status: "ARCHIVED" });
    }
  });

  it("A-LIST-17: excludes deleted agents", async () => {
    const { agent } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
    const first = async () => (await test.call(listAgents, { query: { limit: "1" } })).items[0]?.id;
    expect(await first()).toBe(agent.id);
    expect(await test.send("DELETE", `/v1/agents/${agent.id}`)).toMatchObject({ status: 200, body: { id: agent.id } });
    expect(await first()).not.toBe(agent.id);
    expect((await test.send("DELETE", `/v1/agents/${agent.id}`)).status).toBe(404);
  });
});
