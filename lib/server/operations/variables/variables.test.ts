import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { addSavedVariable } from "@/lib/contract/dashboard/variables/add-saved-variable";
import { listSavedVariables } from "@/lib/contract/dashboard/variables/list-saved-variables";
import type { User } from "@/lib/server/auth/session-reader";
import { audit } from "@/lib/server/db/schema";
import { retiredSecrets, savedVariables } from "@/lib/server/db/variable-schema";
import { startVariableFixture, type VariableFixture } from "@/lib/server/variables/testing/variable-fixture";

let own: VariableFixture;
let admin: User;
let ada: User;
let eve: User;
let viewer: User;

beforeAll(async () => {
  own = await startVariableFixture();
  [admin, ada, eve, viewer] = await Promise.all([
    own.someone("Root", "admin"),
    own.someone("Ada", "operator"),
    own.someone("Eve", "operator"),
    own.someone("Vi", "viewer"),
  ]);
});
afterAll(() => own.stop());
beforeEach(async () => {
  await own.store.database.delete(savedVariables);
  await own.store.database.delete(retiredSecrets);
  await own.store.database.delete(audit);
});

const rules = { kind: "secret", apply: "automatic", models: [], pools: [] };
const hidden = "s3cret-value-1";
const add = (user: User | undefined, body: object) =>
  own.call(user, "POST", "/variables", { scope: "user", ...rules, name: "TOKEN", value: hidden, ...body });
const ofRepository = () => ({ scope: "repository", repository: `${own.repository}.git` });

async function added(user: User, body: object = {}) {
  const response = await add(user, body);
  expect(response.status, await response.clone().text()).toBe(201);
  return addSavedVariable.response.parse(await response.json());
}
async function listed(user: User) {
  const response = await own.call(user, "GET", "/variables");
  expect(response.status).toBe(200);
  return listSavedVariables.response.parse(await response.json()).variables;
}
const update = (user: User, id: string, body: object) => own.call(user, "PATCH", `/variables/${id}`, body);
const remove = (user: User, id: string) => own.call(user, "DELETE", `/variables/${id}`);
const problem = async (response: Response) => {
  const body = z.object({ error: z.object({ code: z.string(), field: z.string().optional() }) });
  const { error } = body.parse(await response.json());
  return [response.status, error.code, error.field];
};

describe("saved variables", () => {
  it("of a user are invisible to everyone else, and a secret's value to everyone", async () => {
    const { id } = await added(ada);
    const plain = await added(ada, { name: "STAGE", kind: "variable", value: "staging" });
    expect(plain.value).toBe("staging");
    const mine = await listed(ada);
    expect(mine).toMatchObject([
      { name: "STAGE", value: "staging", canChange: true },
      { name: "TOKEN", kind: "secret", updatedBy: ada.email, uses: 0 },
    ]);
    expect(JSON.stringify(mine)).not.toContain(hidden);
    for (const other of [eve, admin]) {
      expect(await listed(other)).toEqual([]);
      expect((await update(other, id, { value: "other-value-1" })).status).toBe(404);
      expect((await remove(other, id)).status).toBe(404);
    }
    const stored = await own.store.database.select().from(savedVariables);
    const noted = (await own.store.database.select().from(audit)).map(({ path, detail }) => ({ path, detail }));
    expect(noted).toContainEqual({ path: "/dashboard/variables", detail: { variables: ["user: TOKEN"] } });
    expect(JSON.stringify([stored, noted])).not.toMatch(new RegExp(`${hidden}|"staging"`));
  });

  it("of the team are changed by admins and seen by operators", async () => {
    expect(await problem(await add(ada, { scope: "team" }))).toEqual([403, "forbidden", undefined]);
    const { id } = await added(admin, { scope: "team", kind: "variable", value: "https://x.example" });
    expect(await listed(ada)).toMatchObject([
      { scope: "team", value: "https://x.example", canChange: false, canDelete: false },
    ]);
    expect((await update(ada, id, { apply: "chosen" })).status).toBe(403);
    expect((await remove(ada, id)).status).toBe(403);
    expect((await update(admin, id, { apply: "chosen", models: ["script", "script"] })).status).toBe(200);
    expect(await listed(admin)).toMatchObject([{ apply: "chosen", models: ["script"], canChange: true }]);
    expect((await remove(admin, id)).status).toBe(200);
    expect((await remove(admin, id)).status).toBe(404);
  });

  it("can't be read or changed without the Operator role or a session", async () => {
    expect((await own.call(viewer, "GET", "/variables")).status).toBe(403);
    expect((await add(viewer, {})).status).toBe(403);
    expect((await add(undefined, {})).status).toBe(401);
  });

  it.each([
    [{ name: "1A" }, "name"],
    [{ name: "A-B" }, "name"],
    [{ name: "SVC_A" }, "name"],
    [{ value: "" }, "value"],
    [{ value: "x".repeat(4097) }, "value"],
    [{ value: "short" }, "value"],
    [{ value: "production" }, "value"],
    [{ scope: "repository" }, "repository"],
    [{ scope: "team", repository: "https://x.example/a/b" }, "repository"],
    [{ scope: "all" }, "scope"],
    [{ models: Array.from({ length: 21 }, (_, at) => `m${at}`) }, "models"],
  ])("rejects %j", async (body, field) => {
    expect(await problem(await add(admin, body))).toEqual([400, "validation_error", field]);
    expect(await listed(admin)).toEqual([]);
  });

  it("have unique names per owner and a limit", async () => {
    await added(ada);
    await added(eve);
    await added(ada, ofRepository());
    expect(await problem(await add(ada, {}))).toEqual([409, "variable_exists", "name"]);
    const text = Array.from({ length: 49 }, (_, at) => `NAME_${at}=${hidden}`).join("\n");
    const paste = { scope: "user", ...rules, text };
    expect((await own.call(ada, "POST", "/variables/import", paste)).status).toBe(200);
    expect(await problem(await add(ada, { name: "ONE_MORE" }))).toEqual([409, "too_many_variables", undefined]);
    expect(await listed(ada)).toHaveLength(51);
  });

  it("keep replaced and deleted secrets for masking", async () => {
    const { id } = await added(ada);
    expect((await update(ada, id, { value: "s3cret-value-2" })).status).toBe(200);
    expect((await update(ada, id, { pools: ["gpu"] })).status).toBe(200);
    expect(await own.store.database.select().from(retiredSecrets)).toHaveLength(1);
    expect((await remove(ada, id)).status).toBe(200);
    expect(await own.store.database.select().from(retiredSecrets)).toHaveLength(2);
  });

  it("become readable only with a new value", async () => {
    const { id } = await added(ada);
    expect(await problem(await update(ada, id, { kind: "variable" }))).toEqual([400, "validation_error", "value"]);
    const changed = await update(ada, id, { kind: "variable", value: "plain" });
    expect(await changed.json()).toMatchObject({ kind: "variable", value: "plain" });
    // The readable value is too short to be masked.
    expect(await problem(await update(ada, id, { kind: "secret" }))).toEqual([400, "validation_error", "value"]);
  });
});

describe("a pasted .env file", () => {
  const text = `NEW=${hidden}\nTOKEN=other-value-9\n2BAD=x`;
  const paste = (user: User, path: string, body: object = {}) =>
    own.call(user, "POST", `/variables/${path}`, { scope: "user", ...rules, text, ...body });

  it("is previewed without saving anything, then saved as a whole", async () => {
    await added(ada);
    const preview = await (await paste(ada, "preview")).json();
    expect(preview.entries).toMatchObject([
      { name: "2BAD", result: "invalid" },
      { name: "NEW", result: "added" },
      { name: "TOKEN", result: "overwritten" },
    ]);
    expect(await listed(ada)).toHaveLength(1);
    expect((await paste(ada, "import")).status).toBe(200);
    expect((await listed(ada)).map(({ name }) => name)).toEqual(["NEW", "TOKEN"]);
    const entries = await own.store.database.select().from(audit);
    expect(
      entries.find(({ operationId, phase }) => operationId === "importDotenv" && phase === "outcome")?.detail,
    ).toEqual({
      variables: ["user: NEW", "user: TOKEN"],
    });
    expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toMatch(/s3cret|other-value/);
  });

  it("is rejected without permission or variables, and beyond the limits", async () => {
    expect((await paste(ada, "preview", { scope: "team" })).status).toBe(403);
    expect((await paste(ada, "import", { scope: "team" })).status).toBe(403);
    expect(await problem(await paste(ada, "import", { text: "# nothing" }))).toEqual([400, "validation_error", "text"]);
    const many = Array.from({ length: 51 }, (_, at) => `N${at}=${hidden}`).join("\n");
    expect(await problem(await paste(ada, "import", { text: many }))).toEqual([400, "validation_error", "text"]);
    expect(await problem(await paste(ada, "preview", { text: "x".repeat(300_001) }))).toEqual([
      400,
      "validation_error",
      "text",
    ]);
    expect(await listed(ada)).toEqual([]);
  });
});

describe("a repository's variables", () => {
  it("are for users who can push to it; those hosted elsewhere are changed by admins", async () => {
    const { id } = await added(ada, ofRepository());
    const elsewhere = { scope: "repository", repository: "https://github.example/Acme/App.git" };
    expect((await add(ada, elsewhere)).status).toBe(403);
    await added(admin, { ...elsewhere, name: "ELSEWHERE" });
    expect(await listed(eve)).toMatchObject([
      { name: "ELSEWHERE", repository: "github.example/acme/app", canChange: false },
      { name: "TOKEN", repository: "demo/orders", canChange: true },
    ]);

    await own.restrict();
    expect((await listed(eve)).map(({ name }) => name)).toEqual(["ELSEWHERE"]);
    expect((await update(eve, id, { apply: "chosen" })).status).toBe(404);
    expect((await add(eve, { ...ofRepository(), name: "MORE" })).status).toBe(403);
    expect((await update(admin, id, { apply: "chosen" })).status).toBe(200);
    expect((await remove(admin, id)).status).toBe(200);
  });
});
