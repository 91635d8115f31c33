import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RepohostErrorBody } from "@/lib/contract/errors";
import { type HostedRepository, startHostedRepository } from "../../hosting/testing/hosting-fixture";
import { dropConnection } from "../../testing/drop-connection";
import type { ApiResponse } from "../../testing/test-service";

let hosted: HostedRepository;

beforeAll(async () => {
  hosted = await startHostedRepository();
  await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
});
afterAll(() => hosted.close());

const send = (method: string, path: string, options: Parameters<typeof hosted.test.send>[2] = {}) =>
  hosted.test.send(method, path, options);
const info = (response: ApiResponse) =>
  RepohostErrorBody.parse(response.body).details.filter((detail) => detail["@type"].endsWith("google.rpc.RequestInfo"));
const root = "/v1/repohost";

describe("an error of the hosting API", () => {
  it.each([
    ["H-ERR-01: InvalidArgument", 400, 3, () => send("GET", `${hosted.path}/contents?path=/x`)],
    ["H-ERR-02: FailedPrecondition", 400, 9, () => send("DELETE", `${hosted.path}/git/refs/heads/main`)],
    ["H-ERR-03: Unauthenticated", 401, 16, () => send("GET", hosted.path, { key: null })],
    [
      "H-ERR-04 H-NS-05: PermissionDenied",
      403,
      7,
      () => send("GET", `${root}/namespaces`, { key: hosted.test.keys.serviceAccount }),
    ],
    ["H-ERR-05: NotFound", 404, 5, () => send("GET", `${hosted.path}/contents?path=none`)],
    ["H-ERR-07: AlreadyExists", 409, 6, () => send("POST", `${root}/repos/acme`, { body: { name: "WIDGETS" } })],
  ])("%s is %i", async (_name, status, code, request) => {
    const response = await request();
    expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/json"]);
    expect(response.body).toMatchObject({ code, message: expect.stringMatching(/./) });
  });

  it("H-ERR-11 H-ERR-12: is a Status with the request id", async () => {
    const response = await send("GET", `${hosted.path}/contents?path=none`);
    expect(Object.keys(response.body as object).sort()).toEqual(["code", "details", "message"]);
    expect(info(response)).toMatchObject([{ requestId: response.headers.get("x-request-id") }]);
  });

  it("is Unavailable while the database is disconnected, and the next call succeeds", async () => {
    const { service } = hosted.test;
    const drop = dropConnection(service.database.pool, /from "repositories"/);
    const response = await send("GET", hosted.path);
    expect(drop.happened).toBe(true);
    expect(response).toMatchObject({ status: 503, body: { code: 14, message: expect.stringContaining("database") } });
    expect(info(response)).toMatchObject([{ requestId: response.headers.get("x-request-id") }]);
    expect((await send("GET", hosted.path)).status).toBe(200);
  });

  it("names a field in the API's notation", async () => {
    const body = {
      targetBranch: "main",
      expectedHeadSha: "0".repeat(40),
      message: "m",
      author: { name: "A", email: "a@b" },
      files: [
        { path: "ok", content: "" },
        { path: "../x", content: "" },
      ],
    };
    const fields = async (input: unknown) => {
      const response = await send("POST", `${hosted.path}/git/commits:createFromFiles`, { body: input });
      return RepohostErrorBody.parse(response.body).details[0];
    };
    expect(await fields(body)).toMatchObject({
      "@type": "type.googleapis.com/google.rpc.BadRequest",
      fieldViolations: [{ field: "files[1].path", description: expect.stringMatching(/./) }],
    });
    expect(await fields({ ...body, expectedHeadSha: "main" })).toMatchObject({
      fieldViolations: [{ field: "expected_head_sha" }],
    });
  });

  it("H-ERR-13: has the request id even for internal errors", async () => {
    const { repositories } = hosted.test.service;
    const { path } = repositories;
    repositories.path = () => {
      throw new Error("internal secret");
    };
    const response = await send("GET", `${hosted.path}/branches`, { headers: { "x-request-id": "opaque-1" } });
    repositories.path = path;
    expect(response).toMatchObject({ status: 500, body: { code: 13 } });
    expect(info(response)).toMatchObject([{ requestId: "opaque-1" }]);
    expect(JSON.stringify(response.body)).not.toContain("secret");
  });

  it("H-ERR-14 H-ERR-15: returns the caller's request id, or a generated one", async () => {
    for (const path of [hosted.path, `${root}/nothing`]) {
      const kept = await send("GET", path, { headers: { "x-request-id": "mine-7.x" } });
      expect(kept.headers.get("x-request-id")).toBe("mine-7.x");
      const sentences = await send("GET", path, { headers: { "x-request-id": "trace=1/5; span:[7] {a}" } });
      expect(sentences.headers.get("x-request-id")).toBe("trace=1/5; span:[7] {a}");
      const [first, second] = [await send("GET", path), await send("GET", path)];
      expect(first.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(first.headers.get("x-request-id")).not.toBe(second.headers.get("x-request-id"));
    }
  });

  it.each([
    ["GET", "/v1/repohost"],
    ["GET", "/v1/repohost/nothing"],
    ["POST", "/v1/repohost/repos/acme/widgets:unknown"],
    ["PUT", "/v1/repohost/repos/acme/widgets/contents"],
    ["DELETE", "/v1/repohost/namespaces"],
    ["GET", "/v1/repohost/repos/acme/widgets/git/ref/..%2f..%2fx"],
    ["GET", "/v1/repohost/%F0%9F%92%A9/%zz"],
  ])(
    "H-ERR-16 H-ERR-17 H-ERR-18 H-ERR-19: %s %s is not found, and the message omits the query",
    async (method, path) => {
      const response = await send(method, `${path}?token=hush&x=1`);
      expect(response).toMatchObject({
        status: 404,
        body: { code: 5, message: `Operation ${method} ${path} not found` },
      });
      expect(JSON.stringify(response.body)).not.toContain("hush");
      expect(info(response)).toHaveLength(1);
    },
  );

  it("H-ERR-10: is the same for missing and inaccessible repositories, on every kind of path", async () => {
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { visibility: "internal" }],
      ["GET", "/branches", undefined],
      ["GET", "/contents", undefined],
      ["POST", "/contents:batchGet", { paths: [""] }],
      ["GET", "/commits/HEAD", undefined],
      ["GET", "/compare/main...main/files", undefined],
      ["POST", ":grep", { query: "a" }],
      ["GET", "/tarball/main", undefined],
      ["POST", "/git/refs", { ref: "heads/x", sha: "0".repeat(40) }],
      ["DELETE", "/git/refs/heads/main", undefined],
    ] as const) {
      const plain = ({ status, body: content }: ApiResponse) =>
        JSON.stringify([status, content]).replace(/"requestId":"[^"]*"/, "");
      const options = { key: hosted.stranger, ...(body ? { body } : {}) };
      const unreachable = await send(method, `${hosted.path}${path}`, options);
      const byId = await send(method, `${root}/repos/_/${hosted.repo.id}${path}`, options);
      const missing = await send(method, `${root}/repos/acme/none${path}`, options);
      const unknown = await send(method, `${root}/repos/unknown/none${path}`, options);
      expect(new Set([unreachable, byId, missing, unknown].map(plain)).size, `${method} ${path}`).toBe(1);
      expect(unreachable.status).toBe(404);
    }
  });
});
