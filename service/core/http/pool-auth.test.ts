import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilePath } from "@/lib/contract/path";
import { table } from "@/lib/contract/tables/service-table.generated";
import { poolFixture } from "../../testing/pool-fixture";
import { startTestService, type TestService } from "../../testing/test-service";

let test: TestService;
let session = "";
let worker = "";
beforeAll(async () => {
  test = await startTestService();
  const fixture = poolFixture(test);
  await fixture.register({ poolName: "gpu" });
  const { id } = await fixture.launch();
  session = ((await fixture.claim(id, "ctrl-1", { sessionToken: true })).body as { token: string }).token;
  const minted = await test.send("POST", "/v1/sub-tokens", {
    key: test.keys.serviceAccount,
    body: { forUserEmail: "admin@localhost" },
  });
  worker = (minted.body as { accessToken: string }).accessToken;
});
afterAll(() => test.close());

const operations = table
  .filter(({ family }) => family === "pools")
  .map((operation) => [operation.id, operation] as const);
const pathOf = (path: string) =>
  `/${compilePath(path)
    .segments.map((segment) => (segment.kind === "literal" ? segment.text : "x"))
    .join("/")}`;

describe("the pool API", () => {
  it("has every operation in the specification", () => {
    expect(operations).toHaveLength(11);
  });

  it.each(operations)(
    "%s: P-AUTH-01, P-AUTH-02: accepts a service-account key as Basic and Bearer",
    async (_id, { method, path }) => {
      const basic = `Basic ${Buffer.from(`${test.keys.serviceAccount}:`).toString("base64")}`;
      for (const authorization of [basic, `Bearer ${test.keys.serviceAccount}`]) {
        const response = await test.send(method, pathOf(path), { key: null, headers: { authorization } });
        expect([200, 400, 404]).toContain(response.status);
        expect(JSON.stringify(response.body)).not.toContain("role_forbidden");
      }
    },
  );

  it.each(operations)("%s: P-AUTH-03: rejects every other kind of key", async (_id, { method, path }) => {
    for (const key of [test.keys.user, test.keys.admin, session, worker]) {
      expect(await test.send(method, pathOf(path), { key })).toMatchObject({
        status: 403,
        body: { error: expect.stringMatching(/^Forbidden: /), code: "role_forbidden" },
      });
    }
  });

  it.each(operations)("%s: P-AUTH-04: rejects missing and unknown credentials", async (_id, { method, path }) => {
    for (const key of [null, `sak_${"0".repeat(64)}`, `sst_${"0".repeat(64)}`]) {
      expect(await test.send(method, pathOf(path), { key })).toMatchObject({
        status: 401,
        body: { error: expect.stringMatching(/^Unauthorized: /), code: "unauthorized" },
      });
    }
  });
});
