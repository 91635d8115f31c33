import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scopeCatalog, withReads } from "@/lib/contract/hosting/scope";
import type { Operation } from "@/lib/contract/operation";
import { table } from "@/lib/contract/tables/service-table.generated";
import { startTestService, type TestService } from "../testing/test-service";
import { addNamespace } from "./repositories/testing/repository-fixture";

const hosting: readonly Operation[] = table.filter(({ family }) => family === "repohost");

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
  await addNamespace(test.service, "Acme", { teamId: 1 });
});
afterAll(() => test.close());

describe("the scopes", () => {
  it("are those that operations require, or ambient", () => {
    const known: ReadonlySet<string> = new Set(scopeCatalog);
    for (const { id, scopes, ambient } of hosting) {
      for (const scope of scopes) expect(known.has(scope) || ambient, `${id} ${scope}`).toBe(true);
    }
  });

  it("H-AUTH-13: a write scope includes its read scope, never the reverse", () => {
    for (const scope of scopeCatalog) {
      const held = withReads([scope]);
      const read = scope.replace(/:write$/, ":read");
      const expected = scopeCatalog.filter((each) => each === scope || each === read);
      expect(held).toEqual(expected);
    }
  });
});

it("H-ADDR-03: owner operations are under owners/{slug}", async () => {
  const ofOwners = hosting.filter(({ path }) => path.startsWith("/v1/repohost/owners/"));
  expect(ofOwners.map(({ id }) => id)).toEqual(expect.arrayContaining(["listNamespaceGrants", "upsertNamespaceGrant"]));
  for (const { path } of ofOwners) expect(path).toMatch(/^\/v1\/repohost\/owners\/\{ownerSlug\}\//);
  expect(await test.send("GET", "/v1/repohost/owners/acme/grants")).toMatchObject({ status: 200 });
});
