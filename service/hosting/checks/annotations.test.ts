import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CheckRunAnnotation } from "@/lib/contract/hosting/check";
import { checkRunAnnotations } from "../../core/store/tables/checks";
import { installedApp } from "../installations/testing/installation-fixture";
import { type Checks, startChecks } from "./testing/check-fixture";

let checks: Checks;
let runId = "";
let count = 0;

beforeAll(async () => {
  checks = await startChecks();
});
beforeEach(async () => {
  count += 1;
  runId = (await checks.app.post({ run: { key: `annotated ${count}` } })).checkRun.id;
});
afterAll(() => checks.close());

const note = (message: string, more: object = {}) => ({ annotationLevel: "warning", message, ...more });
const notes = (length: number) => Array.from({ length }, (_, index) => note(`note ${index}`));
const create = (annotations: unknown, key = checks.app.token) =>
  checks.request("POST", `check-runs/${runId}/annotations`, { annotations }, key);
const list = async (query = "", id = runId) => {
  const { status, body } = await checks.request("GET", `check-runs/${id}/annotations?${query}`);
  expect(status).toBe(200);
  return body as { annotations: CheckRunAnnotation[]; nextPageToken: string };
};
const total = async () => (await list("pageSize=100")).annotations.length;

describe("annotations", () => {
  it("H-ANN-01 H-ANN-05 H-ANN-13: are returned as given", async () => {
    const location = { path: "src/a.ts", startLine: 3, endLine: 3, columns: { startColumn: 1, endColumn: 9 } };
    const whole = note("**bold**", { title: "Title", rawDetails: "<b>plain</b>", location });
    const { status, body } = await create([whole, note("short")]);
    expect(status).toBe(200);
    const [first, second] = (body as { annotations: CheckRunAnnotation[] }).annotations;
    expect(first).toMatchObject({ ...whole, id: expect.stringMatching(/^cra_[a-z2-7]{26}$/), checkRunId: runId });
    for (const absent of ["title", "rawDetails", "location"]) expect(second).not.toHaveProperty(absent);
    expect((await list()).annotations).toEqual([first, second]);
  });

  it("H-ANN-04: are listed 100 per page at most", async () => {
    // A run accepts no more than 100, so more are added to the table directly.
    const rows = Array.from({ length: 105 }, (_, position) => ({
      id: `cra_${String(position).padStart(26, "0")}`,
      runId,
      position,
      createdAt: 1,
      level: "notice" as const,
      message: `note ${position}`,
    }));
    await checks.test.service.db.insert(checkRunAnnotations).values(rows);
    const first = await list("pageSize=1000");
    expect(first.annotations.map(({ message }) => message)).toEqual(rows.slice(0, 100).map(({ message }) => message));
    const rest = await list(`pageSize=100&pageToken=${first.nextPageToken}`);
    expect(rest.annotations.map(({ message }) => message)).toEqual(rows.slice(100).map(({ message }) => message));
    expect(rest.nextPageToken).toBe("");
  });

  it("H-ANN-03 H-ANN-12: are listed oldest first with ascending ids, 30 per page", async () => {
    for (let index = 0; index < 4; index += 1) expect((await create(notes(25))).status).toBe(200);
    const all = await list("pageSize=1000");
    expect(all.annotations).toHaveLength(100);
    expect(all.nextPageToken).toBe("");
    const ids = all.annotations.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(new Set(ids).size).toBe(100);
    const first = await list();
    expect(first.annotations.map(({ id }) => id)).toEqual(ids.slice(0, 30));
    const next = await list(`pageToken=${first.nextPageToken}`);
    expect(next.annotations.map(({ id }) => id)).toEqual(ids.slice(30, 60));
  });

  it("H-ANN-07 H-ANN-08: are accepted 1 to 25 at a time, all or nothing", async () => {
    for (const wrong of [[], notes(26), undefined]) {
      expect(await create(wrong)).toMatchObject({ status: 400, body: { code: 3 } });
    }
    const location = { path: "a.ts", startLine: 2, endLine: 3 };
    for (const bad of [
      note(""),
      note("m", { annotationLevel: "error" }),
      note("m", { title: "𝔸".repeat(256) }),
      note("é".repeat(32_768)),
      note("m", { location: { ...location, endLine: 1 } }),
      note("m", { location: { ...location, startLine: 0 } }),
      note("m", { location: { ...location, path: "../a.ts" } }),
      note("m", { location: { ...location, columns: { startColumn: 1, endColumn: 2 } } }),
    ]) {
      expect(await create([note("good"), bad])).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect(await total()).toBe(0);
    expect((await create(notes(25))).status).toBe(200);
  });

  it("H-ANN-09: are limited to 100; exceeding it writes nothing, even with concurrent requests", async () => {
    for (let index = 0; index < 3; index += 1) await create(notes(25));
    const responses = await Promise.all([20, 20, 20].map((length) => create(notes(length))));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(responses.find(({ status }) => status === 429)?.body).toMatchObject({ code: 8 });
    expect(await total()).toBe(95);
    expect((await create(notes(5))).status).toBe(200);
    expect((await create(notes(1))).status).toBe(429);
  });

  it("H-ANN-10 H-ANN-11: are append-only and not deduplicated", async () => {
    const first = await create(notes(2));
    await create(notes(2));
    const { annotations } = await list();
    expect(annotations).toHaveLength(4);
    expect({ annotations: annotations.slice(0, 2) }).toEqual(first.body);
    const path = `check-runs/${runId}/annotations/${annotations[0]?.id}`;
    for (const method of ["DELETE", "PATCH"]) expect((await checks.request(method, path, {})).status).toBe(404);
  });

  it("H-ANN-02 H-ANN-06: require checks scopes and the app that reported the run", async () => {
    const otherApp = await checks.newApp();
    expect(await create(notes(1), otherApp.token)).toMatchObject({ status: 403, body: { code: 7 } });
    const { token } = await installedApp(checks.test, { scopes: ["repository:contents:read"] });
    const missing = { message: expect.stringContaining("repository:checks:write") };
    expect(await create(notes(1), token)).toMatchObject({ status: 403, body: missing });
    const read = await checks.request("GET", `check-runs/${runId}/annotations`, undefined, token);
    expect(read).toMatchObject({ status: 403, body: { message: expect.stringContaining("repository:checks:read") } });
  });

  it("H-CHECK-53: can be included in a post, unless it changes nothing", async () => {
    const run = { key: "with notes", annotations: notes(3), externalUpdatedAt: checks.ago(60) };
    const { checkRun } = await checks.app.post({ run });
    expect((await list("", checkRun.id)).annotations.map(({ message }) => message)).toEqual([
      "note 0",
      "note 1",
      "note 2",
    ]);
    expect((await checks.app.post({ run })).outcome).toBe("unchanged");
    expect((await list("", checkRun.id)).annotations).toHaveLength(3);
  });
});
