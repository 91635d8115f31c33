import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Label } from "@/lib/contract/hosting/label";
import { createLabel } from "@/lib/contract/hosting/labels/create-label";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addReader } from "../repositories/testing/repository-fixture";
import { fieldError } from "../testing/field-error";

let pulls: PullRequests;
let pull: PullRequest;

beforeAll(async () => {
  pulls = await startPullRequests();
  await pulls.branch("topic", { "a.txt": "a\n" });
  pull = await pulls.open("topic");
});
afterAll(() => pulls.close());

const send = (method: string, path: string, body?: unknown) =>
  pulls.test.send(method, `${pulls.path}/${path}`, body === undefined ? {} : { body });
const create = (name: string, more: Partial<Pick<Label, "color" | "description">> = {}) =>
  pulls.test.call(createLabel, { params: pulls.params, body: { name, color: "d73a4a", ...more } });
const assigned = (method: string, body?: unknown, path = "") =>
  send(method, `pulls/${pull.number}/labels${path}`, body);
const namesOf = (body: unknown) => (body as { labels: Label[] }).labels.map(({ name }) => name);
const names = async () => namesOf((await assigned("GET")).body);
describe("Create Label", () => {
  it("H-LABEL-01 H-LABEL-05 H-LABEL-11: returns the label, with its description if set", async () => {
    const response = await send("POST", "labels", {
      name: "  bug ",
      color: "D73A4a",
      description: "Something is broken",
    });
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({
      id: expect.stringMatching(/^lbl_[a-z2-7]{26}$/),
      name: "bug",
      color: "D73A4a",
      description: "Something is broken",
    });
    expect(await create("plain")).not.toHaveProperty("description");
    expect(await create("empty", { description: "" })).not.toHaveProperty("description");
  });

  it.each([
    ["H-LABEL-02", "name", { name: "é".repeat(51) }, { name: "𝔸".repeat(50) }],
    ["H-LABEL-03", "color", { name: "c", color: "#d73a4a" }, { name: "c", color: "ABCDEF" }],
    [
      "H-LABEL-04",
      "description",
      { name: "d", description: "𝔸".repeat(256) },
      { name: "d", description: "𝔸".repeat(255) },
    ],
  ])("%s: rejects a wrong %s", async (_rule, field, wrong, right) => {
    expect(await send("POST", "labels", { color: "000000", ...wrong })).toMatchObject(fieldError(field));
    expect((await send("POST", "labels", { color: "000000", ...right })).status).toBe(200);
  });

  it("H-LABEL-03: rejects other digits and lengths", async () => {
    for (const color of ["", "fff", "gggggg", "d73a4a0", "d73a4a\n"]) {
      expect(await send("POST", "labels", { name: "invalid", color })).toMatchObject(fieldError("color"));
    }
    expect(await send("POST", "labels", { name: "  ", color: "000000" })).toMatchObject(fieldError("name"));
  });

  it("H-LABEL-13: rejects an existing name, even with concurrent requests", async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => send("POST", "labels", { name: "once", color: "000000" })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(await send("POST", "labels", { name: " once", color: "111111" })).toMatchObject({ body: { code: 6 } });
  });
});

describe("Get, Update and Delete Label", () => {
  it("H-LABEL-14 H-LABEL-16 H-LABEL-18: reads labels and changes only given fields", async () => {
    const created = await create("area: a/b", { description: "Slashes" });
    const path = `labels/${encodeURIComponent(" area: a/b ")}`;
    expect(await send("GET", path)).toMatchObject({ status: 200, body: created });
    expect((await send("PATCH", path, {})).body).toEqual(created);
    expect((await send("PATCH", path, { color: "000000" })).body).toEqual({ ...created, color: "000000" });
    const renamed = await send("PATCH", path, { name: "area" });
    expect(renamed).toMatchObject({ status: 200, body: { ...created, name: "area", color: "000000" } });
    expect((await send("PATCH", "labels/area", { description: "" })).body).not.toHaveProperty("description");
    expect(await send("PATCH", "labels/area", { color: "red" })).toMatchObject(fieldError("color"));
  });

  it("H-LABEL-19: rejects renaming to an existing name without changing anything", async () => {
    await create("here");
    const existing = await create("existing");
    const rejected = await send("PATCH", "labels/existing", { name: "here", color: "123456" });
    expect(rejected).toMatchObject({ status: 409, body: { code: 6 } });
    expect((await send("GET", "labels/existing")).body).toEqual(existing);
    expect((await send("PATCH", "labels/existing", { name: "existing" })).status).toBe(200);
  });

  it("H-LABEL-22: returns not found for an unknown label", async () => {
    for (const [method, body] of [["GET"], ["PATCH", { color: "000000" }], ["DELETE"]] as const) {
      expect(await send(method, "labels/nowhere", body)).toMatchObject({ status: 404, body: { code: 5 } });
    }
  });

  it("H-LABEL-20 H-LABEL-23: deleting a label removes it from every pull request", async () => {
    await create("fleeting");
    const other = await pulls.open("topic");
    for (const { number } of [pull, other]) {
      expect((await send("POST", `pulls/${number}/labels`, { labels: ["fleeting"] })).status).toBe(200);
    }
    expect((await send("DELETE", "labels/fleeting")).status).toBe(204);
    for (const { number } of [pull, other]) {
      const read = await pulls.test.call(getPullRequest, { params: { ...pulls.params, pullNumber: number } });
      expect(read.labels).toEqual([]);
    }
  });
});

describe("List Labels", () => {
  it("H-LABEL-06 H-LABEL-08 H-LABEL-09 H-LABEL-10: returns labels by name, 30 per page, at most 100", async () => {
    for (let index = 0; index < 101; index += 1) await create(`many ${index}`);
    const all: string[] = [];
    let pageToken = "";
    do {
      const { status, body } = await send("GET", `labels?pageToken=${pageToken}`);
      const page = body as { labels: Label[]; nextPageToken: string };
      expect(status).toBe(200);
      if (page.nextPageToken) expect(page.labels).toHaveLength(30);
      all.push(...namesOf(body));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(all.length).toBeGreaterThan(101);
    expect(all).toEqual([...all].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(namesOf((await send("GET", "labels?pageSize=1000")).body)).toHaveLength(100);
  });
});

describe("labels of a pull request", () => {
  it("H-LABEL-25 H-LABEL-27 H-LABEL-28 H-LABEL-29 H-PR-14: are added all at once and listed by name", async () => {
    for (const name of ["zeta", "Alpha", "beta"]) await create(name);
    expect((await assigned("POST", { labels: ["zeta", " zeta ", "beta"] })).status).toBe(200);
    const added = await assigned("POST", { labels: ["Alpha", "beta"] });
    expect(namesOf(added.body)).toEqual(["Alpha", "beta", "zeta"]);
    const listed = await assigned("GET", undefined, "?pageSize=1");
    expect(listed).toMatchObject({ status: 200, body: added.body });
    expect(Object.keys(listed.body as object)).toEqual(["labels"]);
    const read = await pulls.test.call(getPullRequest, { params: { ...pulls.params, pullNumber: pull.number } });
    expect({ labels: read.labels }).toEqual(added.body);
  });

  it("H-LABEL-31: aren't added if one is unknown", async () => {
    const before = await names();
    await create("known");
    expect(await assigned("POST", { labels: ["known", "unknown"] })).toMatchObject({ status: 404, body: { code: 5 } });
    expect(await assigned("PUT", { labels: ["known", "unknown"] })).toMatchObject({ status: 404, body: { code: 5 } });
    expect(await names()).toEqual(before);
  });

  it("H-LABEL-32 H-LABEL-34: are replaced by Set; an empty list clears them", async () => {
    expect(await assigned("PUT", { labels: ["beta", "known"] })).toMatchObject({ status: 200 });
    expect(await names()).toEqual(["beta", "known"]);
    expect(await assigned("PUT", { labels: [] })).toMatchObject({ status: 200, body: { labels: [] } });
    expect(await names()).toEqual([]);
  });

  it("H-LABEL-37 H-LABEL-39: are removed one at a time, returning the rest, or all together", async () => {
    await assigned("PUT", { labels: ["Alpha", "beta", "zeta"] });
    const removed = await assigned("DELETE", undefined, "/beta");
    expect([removed.status, namesOf(removed.body)]).toEqual([200, ["Alpha", "zeta"]]);
    expect(await assigned("DELETE", undefined, "/beta")).toMatchObject({ status: 404, body: { code: 5 } });
    expect((await assigned("DELETE")).status).toBe(204);
    expect(await names()).toEqual([]);
    expect((await assigned("DELETE")).status).toBe(204);
  });

  it("H-LABEL-35 H-LABEL-36: are limited to 100; exceeding it changes nothing", async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => `many ${index}`);
    const tooMany = { status: 400, body: { code: 9 } };
    expect(await assigned("PUT", { labels: [...hundred, "many 100"] })).toMatchObject(tooMany);
    expect(await names()).toEqual([]);
    expect((await assigned("PUT", { labels: hundred })).status).toBe(200);
    expect(await assigned("POST", { labels: ["many 100"] })).toMatchObject(tooMany);
    expect((await assigned("POST", { labels: ["many 1"] })).status).toBe(200);
    expect(await names()).toHaveLength(100);
  });

  it("H-LABEL-35: never exceed 100 with concurrent requests", async () => {
    await assigned("PUT", { labels: Array.from({ length: 96 }, (_, index) => `many ${index}`) });
    const racing = ["many 96", "many 97", "many 98", "many 99", "many 100", "zeta", "beta", "Alpha"];
    const responses = await Promise.all(racing.map((name) => assigned("POST", { labels: [name] })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(await names()).toHaveLength(100);
  });

  it("require read access", async () => {
    for (const path of ["labels", "labels/bug", `pulls/${pull.number}/labels`]) {
      const response = await pulls.test.send("GET", `${pulls.path}/${path}`, { key: pulls.stranger });
      expect(response).toMatchObject({ status: 404, body: { code: 5 } });
    }
  });

  it("require write permission to change", async () => {
    const key = await addReader(pulls.test.service, pulls.repo);
    const ofPull = `pulls/${pull.number}/labels`;
    for (const [method, path, body] of [
      ["POST", "labels", { name: "mine", color: "000000" }],
      ["PATCH", "labels/bug", { color: "000000" }],
      ["DELETE", "labels/bug"],
      ["POST", ofPull, { labels: ["bug"] }],
      ["PUT", ofPull, { labels: ["bug"] }],
      ["DELETE", `${ofPull}/bug`],
      ["DELETE", ofPull],
    ] as const) {
      const response = await pulls.test.send(method, `${pulls.path}/${path}`, { key, ...(body ? { body } : {}) });
      expect(response, `${method} ${path}`).toMatchObject({ status: 403, body: { code: 7 } });
    }
    expect((await pulls.test.send("GET", `${pulls.path}/${ofPull}`, { key })).status).toBe(200);
  });
});
