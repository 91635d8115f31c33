import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { listKeys } from "@/lib/contract/admin/users/list-keys";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { listRepos } from "@/lib/contract/hosting/repositories/list-repos";
import { serviceAccounts } from "../core/store/tables/users";
import { type HostedRepository, startHostedRepository } from "../hosting/testing/hosting-fixture";
import { poolFixture } from "../testing/pool-fixture";

let hosted: HostedRepository;
let key = "";
let otherUrl = "";
let commit = "";
const prompt = { text: "hello" };

beforeAll(async () => {
  hosted = await startHostedRepository();
  const { test } = hosted;
  const other = await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "gadgets" } });
  expect(other.name).toBe("gadgets");
  otherUrl = `${test.url}/acme/gadgets`;
  key = (await poolFixture(test).serviceKey({ repositoryIds: [hosted.repo.id], sameAccount: true })).key;
  commit = await hosted.commit({ "a.txt": "one\n" });
});
afterAll(() => hosted.close());

const send = (method: string, path: string, body?: unknown) =>
  hosted.test.send(method, path, { key, ...(body === undefined ? {} : { body }) });

/** Runs git with the key. Returns its exit code. */
async function git(...args: string[]): Promise<number> {
  const basic = Buffer.from(`x-access-token:${key}`).toString("base64");
  const { code } = await runGit(args, {
    cwd: hosted.work,
    allowProtocols: ["http"],
    okCodes: [0, 1, 128],
    config: { "http.extraHeader": `Authorization: Basic ${basic}` },
  });
  return code;
}

describe("a service-account key limited to repositories", () => {
  it("fetches and pushes only these", async () => {
    const own = `${hosted.test.url}/acme/widgets.git`;
    expect([await git("push", own, "main"), await git("ls-remote", own)]).toEqual([0, 0]);
    expect([await git("push", otherUrl, "main"), await git("ls-remote", otherUrl)]).toEqual([128, 128]);
  });

  it("reads and changes only these in the hosting API", async () => {
    const at = (name: string) => `/v1/repohost/repos/acme/${name}`;
    const branch = { ref: "refs/heads/new", sha: commit };
    expect((await send("GET", at("widgets"))).status).toBe(200);
    expect((await send("POST", `${at("widgets")}/git/refs`, branch)).status).toBe(200);
    expect((await send("GET", at("gadgets"))).status).toBe(404);
    expect((await send("POST", `${at("gadgets")}/git/refs`, branch)).status).toBe(404);
    expect((await send("POST", "/v1/repohost/repos/acme", { name: "more" })).status).toBe(404);
    const { repositories } = await hosted.test.call(listRepos, { params: { ownerSlug: "acme" }, key });
    expect(repositories.map(({ name }) => name)).toEqual(["Widgets"]);
    expect((await send("GET", "/v1/repositories")).body).toEqual({
      items: [{ url: expect.stringContaining("Widgets") }],
    });
  });

  it("launches agents only with these, and uses only agents launched within its scope", async () => {
    const { test } = hosted;
    const rejected = await send("POST", "/v1/agents", { prompt, repos: [{ url: otherUrl }] });
    expect(rejected).toMatchObject({ status: 400, body: { error: { code: "repository_access" } } });
    const mine = await test.call(createAgent, { body: { prompt, repos: [{ url: `${test.url}/acme/widgets` }] }, key });
    const wider = await test.call(createAgent, { body: { prompt }, key: test.keys.serviceAccount });
    const { items } = await test.call(listAgents, { key });
    expect(items.map(({ id }) => id)).toEqual([mine.agent.id]);
    for (const path of ["", "/runs", "/artifacts"]) {
      expect((await send("GET", `/v1/agents/${wider.agent.id}${path}`)).status, path).toBe(404);
      expect((await send("GET", `/v1/agents/${mine.agent.id}${path}`)).status, path).toBe(200);
    }
    expect((await send("POST", `/v1/agents/${wider.agent.id}/runs`, { prompt })).status).toBe(404);
    const seen = await test.call(listAgents, { key: test.keys.serviceAccount });
    expect(seen.items.map(({ id }) => id)).toContain(mine.agent.id);
  });

  it("can't mint worker tokens, which act as a member", async () => {
    const response = await send("POST", "/v1/sub-tokens", { forUserEmail: "admin@localhost" });
    expect(response).toMatchObject({ status: 403, body: { error: { code: "service_account_required" } } });
  });
});

describe("creating a service-account key", () => {
  const create = async (body: object) => {
    const [account] = await hosted.test.service.db.select().from(serviceAccounts);
    return hosted.test.send("POST", `/admin/v1/service-accounts/${account?.id}/keys`, {
      body: { name: "ci", ...body },
      key: hosted.test.keys.admin,
    });
  };

  it("lists its expiry and repositories, and never the key", async () => {
    const expiresAt = "2099-01-01T00:00:00.000Z";
    const created = await create({ name: "limited", expiresAt, repositories: ["acme/widgets", "ACME/Widgets"] });
    expect(created.status).toBe(201);
    const { keys } = await hosted.test.call(listKeys, { params: { teamId: "_" }, key: hosted.test.keys.admin });
    const listed = keys.find(({ name }) => name === "limited");
    expect(listed).toMatchObject({ expiresAt, repositories: ["Acme/Widgets"], agentScoped: false });
    expect(JSON.stringify(keys)).not.toContain((created.body as { key: string }).key);
  });

  it.each([
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt", "must be in the future"],
    [{ expiresAt: "tomorrow" }, "expiresAt", "timestamp"],
    [{ repositories: [] }, "repositories", "at least 1"],
    [{ repositories: ["widgets"] }, "repositories.0", "owner/name"],
    [{ repositories: ["acme/widgets", "acme/unknown"] }, "repositories.1", "not found"],
  ])("rejects %j naming the field", async (body, field, problem) => {
    const { status, body: answer } = await create(body);
    const { error } = answer as { error: { code: string; message: string } };
    expect([status, error.code]).toEqual([400, "validation_error"]);
    expect(error.message).toContain(field);
    expect(error.message).toContain(problem);
  });
});
