import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { addSavedVariable } from "@/lib/contract/dashboard/variables/add-saved-variable";
import { listLaunchVariables } from "@/lib/contract/dashboard/variables/list-launch-variables";
import { createLog } from "@/lib/core/log";
import { KnownSecrets } from "@/lib/model/masking/known-secrets";
import type { User } from "@/lib/server/auth/session-reader";
import { audit } from "@/lib/server/db/schema";
import { savedVariables } from "@/lib/server/db/variable-schema";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { agents } from "@/service/core/store/tables/agents";
import { createSecretReader, variableParts } from "./dashboard-variables";
import { startVariableFixture, type VariableFixture } from "./testing/variable-fixture";

let own: VariableFixture;
let admin: User;
let ada: User;
let eve: User;

beforeAll(async () => {
  own = await startVariableFixture();
  admin = await own.someone("Root", "admin");
  ada = await own.someone("Ada", "operator");
  eve = await own.someone("Eve", "operator");
});
afterAll(() => own.stop());
beforeEach(async () => {
  await own.store.database.delete(savedVariables);
});

const prompt = { text: "```sh\necho done\n```" };
const basic = { prompt, model: { id: "script" } };
const withRepository = () => ({ ...basic, repos: [{ url: own.repository }] });
const ofRepository = () => ({ scope: "repository", repository: own.repository });

async function save(user: User, name: string, value: string, body: object = {}) {
  const rules = { scope: "user", kind: "secret", apply: "automatic", models: [], pools: [] };
  const response = await own.call(user, "POST", "/variables", { ...rules, name, value, ...body });
  expect(response.status, await response.clone().text()).toBe(201);
  return addSavedVariable.response.parse(await response.json());
}

async function launched(response: Response) {
  expect(response.status, await response.clone().text()).toBe(201);
  return createAgent.response.parse(await response.json());
}

/** The variables that the service stored for an agent. */
async function variablesOf(agentId: string): Promise<unknown> {
  const { db, cipher } = own.service.service;
  const [row] = await db.select({ secrets: agents.secrets }).from(agents).where(eq(agents.id, agentId));
  return row?.secrets ? Object(cipher.open(row.secrets)).envVars : undefined;
}
const launchedWith = async (...input: Parameters<VariableFixture["launch"]>) =>
  variablesOf((await launched(await own.launch(...input))).agent.id);

describe("a launch through the proxy", () => {
  it("gets the automatic variables by precedence, and those that the user chose", async () => {
    await save(admin, "TOKEN", "team-value-1", { scope: "team" });
    await save(ada, "TOKEN", "user-value-1");
    await save(ada, "TOKEN", "repository-value-1", ofRepository());
    await save(eve, "EVE", "eves-value-1");
    const optional = await save(ada, "EXTRA", "extra-value-1", { apply: "chosen" });
    expect(await launchedWith(ada, withRepository())).toEqual({ TOKEN: "repository-value-1" });
    expect(await launchedWith(ada, basic)).toEqual({ TOKEN: "user-value-1" });
    expect(await launchedWith(eve, basic)).toEqual({ TOKEN: "team-value-1", EVE: "eves-value-1" });
    const typed = { ...basic, envVars: { TOKEN: "typed", OTHER: "x" } };
    expect(await launchedWith(ada, typed, { "saved-variables": optional.id })).toEqual({
      TOKEN: "typed",
      OTHER: "x",
      EXTRA: "extra-value-1",
    });
    expect(await launchedWith(ada, basic, { "saved-variables": "none" })).toEqual({});
  });

  it("gets those limited to a model or pool only if it names one of them", async () => {
    await save(ada, "MODEL", "model-value-1", { models: ["script"] });
    await save(ada, "POOL", "pool-value-1", { pools: ["gpu"] });
    expect(await launchedWith(ada, basic)).toEqual({ MODEL: "model-value-1" });
    expect(await launchedWith(ada, { prompt })).toEqual({});
    const query = new URLSearchParams({ repository: own.repository, model: "other", pool: "gpu" });
    const offered = await own.call(ada, "GET", `/launch-variables?${query}`);
    const { variables } = listLaunchVariables.response.parse(await offered.json());
    expect(variables.map(({ name }) => name)).toEqual(["POOL"]);
    expect(JSON.stringify(variables)).not.toContain("pool-value-1");
  });

  it("records the use, in the audit log too, without values", async () => {
    const { id } = await save(ada, "TOKEN", "user-value-1");
    await own.store.database.delete(audit);
    const { agent } = await launched(await own.launch(ada, basic));
    const [row] = await own.store.database.select().from(savedVariables).where(eq(savedVariables.id, id));
    expect(row).toMatchObject({ uses: 1, lastAgentId: agent.id });
    const entries = (await own.store.database.select().from(audit)).map(({ phase, detail }) => ({ phase, detail }));
    expect(entries).toEqual([
      { phase: "intent", detail: { params: {}, variables: ["user: TOKEN"] } },
      { phase: "outcome", detail: { agentId: agent.id } },
    ]);
  });

  it("is rejected, and nothing sent, if the variables don't fit it", async () => {
    const mine = await save(ada, "TOKEN", "user-value-1");
    const eves = await save(eve, "EVE", "eves-value-1", { apply: "chosen" });
    const stored = () => own.service.service.db.select({ id: agents.id }).from(agents).orderBy(agents.id);
    const before = await stored();
    const agentId = `bc-${crypto.randomUUID()}`;
    const envVars = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`N${at}`, "x"]));
    for (const [body, header, field] of [
      [basic, "not-an-id", "saved-variables"],
      [basic, eves.id, "saved-variables"],
      [basic, `${mine.id},${crypto.randomUUID()}`, "saved-variables"],
      [{ ...basic, agentId }, "", "agentId"],
      [{ ...basic, envVars }, "", "envVars"],
    ] as const) {
      const response = await own.launch(ada, body, { "saved-variables": header });
      expect([response.status, await response.json()]).toMatchObject([400, { error: { field } }]);
    }
    await own.store.database.update(savedVariables).set({ sealed: "damaged" }).where(eq(savedVariables.id, mine.id));
    const unreadable = await own.launch(ada, basic);
    expect([unreadable.status, await unreadable.json()]).toMatchObject([
      409,
      { error: { code: "variable_unreadable", message: expect.stringContaining("TOKEN") } },
    ]);
    expect(await stored()).toEqual(before);
    expect(await launchedWith(ada, { ...basic, agentId }, { "saved-variables": "none" })).toEqual({});
  });

  it("is rejected with a repository that the user can't push to", async () => {
    await save(ada, "TOKEN", "repository-value-1", ofRepository());
    await own.restrict();
    const rejected = await own.launch(eve, withRepository());
    expect([rejected.status, await rejected.json()]).toMatchObject([
      400,
      { error: { code: "repository_access", field: "repos.0.url" } },
    ]);
    expect(await launchedWith(admin, withRepository())).toEqual({ TOKEN: "repository-value-1" });
  });
});

describe("a saved secret", () => {
  it("is masked as soon as it is saved, even in open streams", async () => {
    const known = dashboardService().secrets;
    const open = known?.masker;
    await save(ada, "TOKEN", "fresh-secret-1");
    await save(ada, "STAGE", "readable-value-1", { kind: "variable" });
    expect(open?.mask("a fresh-secret-1 and readable-value-1")).toBe("a [masked] and readable-value-1");
  });

  it("is masked by every process, after a rotation and a restart, too", async () => {
    const { id } = await save(ada, "TOKEN", "first-secret-1");
    await own.call(ada, "PATCH", `/variables/${id}`, { value: "second-secret-2" });
    await own.call(ada, "DELETE", `/variables/${(await save(ada, "OTHER", "deleted-secret-3")).id}`);
    const parts = await variableParts();
    const other = { ...parts.service, secrets: new KnownSecrets() };
    const log = createLog({ program: "test", level: "silent" });
    const refresh = createSecretReader({ ...parts, service: other, log });
    const masked = (text: string) => other.secrets.masker.mask(text);
    await refresh();
    expect(masked("first-secret-1 second-secret-2 deleted-secret-3")).toBe("[masked] [masked] [masked]");
    await save(ada, "LATER", "later-secret-4");
    expect(masked("later-secret-4")).toBe("later-secret-4");
    await refresh();
    expect(masked("later-secret-4")).toBe("[masked]");
  });
});
