import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPath } from "@/lib/contract/build-path";
import { createInstallationUserToken } from "@/lib/contract/hosting/create-installation-user-token";
import { getRateLimit } from "@/lib/contract/hosting/get-rate-limit";
import { isInstallable, scopeCatalog, withReads } from "@/lib/contract/hosting/scope";
import type { CredentialKind, Operation } from "@/lib/contract/operation";
import { compilePath } from "@/lib/contract/path";
import { table } from "@/lib/contract/tables/service-table.generated";
import type { ApiResponse } from "../testing/test-service";
import { type InstalledApp, installedApp } from "./installations/testing/installation-fixture";
import { type HostedRepository, startHostedRepository } from "./testing/hosting-fixture";

/** Credential kinds of the hosting API. */
const kinds = ["user", "serviceAccount", "app", "installation", "installationUser", "admin"] as const;
type Kind = (typeof kinds)[number] & CredentialKind;

const hosting: readonly Operation[] = table.filter(({ family }) => family === "repohost");
const installable = scopeCatalog.filter(isInstallable);

let hosted: HostedRepository;
let full: InstalledApp;

beforeAll(async () => {
  hosted = await startHostedRepository();
  await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
  full = await installedApp(hosted.test, { scopes: installable });
});
afterAll(() => hosted.close());

/** The operation's path with all parameters filled in and the given repository address. */
function pathOf({ path }: Operation, repository: Record<string, string>): string {
  const names = compilePath(path).segments.flatMap((segment) => (segment.kind === "literal" ? [] : [segment.name]));
  const values = { namespaceSlug: "none", ...repository };
  return buildPath(path, { ...Object.fromEntries(names.map((name) => [name, "1"])), ...values });
}

const isOfRepository = ({ path }: Operation) => path.includes("{repoName}");
const unknown = { ownerSlug: "none", repoName: "none" };

async function userToken(scopes: string[]): Promise<string> {
  const params = { installationId: full.installationId };
  const body = { userEmail: "admin@localhost", scopes };
  return (await hosted.test.call(createInstallationUserToken, { key: full.app.jwt(), params, body })).token;
}

const keys: Record<Kind, () => Promise<string>> = {
  user: async () => hosted.test.keys.user,
  serviceAccount: async () => hosted.test.keys.serviceAccount,
  app: async () => full.app.jwt(),
  installation: async () => full.token,
  installationUser: () => userToken([]),
  admin: async () => hosted.test.keys.admin,
};

/** Sends a request that no handler can act on: unknown addresses and empty bodies. */
function ask(operation: Operation, key: string, address: Record<string, string> = unknown): Promise<ApiResponse> {
  const body = operation.body ? { body: {} } : {};
  return hosted.test.send(operation.method, pathOf(operation, address), { key, ...body });
}

const messageOf = ({ body }: ApiResponse) => String((body as { message?: string } | undefined)?.message ?? "");
const used = async (key: string) => (await hosted.test.call(getRateLimit, { key })).rate.used;

/** The points `work` costs the key's owner. Repeats if the rate limit window ended in between. */
async function costOf(key: string, work: () => Promise<void>): Promise<number> {
  const before = await used(key);
  await work();
  const cost = (await used(key)) - before;
  return cost < 0 ? costOf(key, work) : cost;
}

describe.each(hosting.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  const accepts = (kind: Kind) => operation.credentials.includes(kind);

  it.each(kinds)(
    "H-AUTH-05 H-AUTH-06 H-AUTH-07: accepts a credential of kind %s, or names the missing scopes",
    async (kind) => {
      const response = await ask(operation, await keys[kind]());
      expect(messageOf(response)).not.toContain("Invalid or missing");
      if (accepts(kind)) {
        expect(messageOf(response)).not.toContain("credential can't call");
        return;
      }
      expect(response).toMatchObject({ status: 403, body: { code: 7 } });
      for (const scope of operation.scopes) expect(messageOf(response)).toContain(scope);
      expect(response.headers.get("x-ratelimit-used")).toBeNull();
    },
  );

  const needed = operation.ambient ? [] : operation.scopes.filter(isInstallable);
  const others = installable.filter((scope) => !needed.some((each) => withReads([scope]).includes(each)));
  const otherScopes = others.filter((scope) => scope !== "namespace:user_tokens:write");
  const scoped = (["installation", "installationUser"] as const).filter((kind) => accepts(kind) && needed.length > 0);
  const mint = (kind: "installation" | "installationUser", scopes: string[]) =>
    kind === "installation" ? full.mint({ scopes }) : userToken(scopes);

  it.each(scoped)(
    "H-AUTH-06 H-AUTH-13: rejects a token of kind %s with every other scope, without charging points",
    async (kind) => {
      const key = await mint(kind, otherScopes);
      const cost = await costOf(key, async () => {
        const here = await ask(operation, key, hosted.params);
        const nowhere = await ask(operation, key);
        for (const response of [here, nowhere]) {
          expect(response).toMatchObject({ status: 403, body: { code: 7 } });
          for (const scope of operation.scopes) expect(messageOf(response)).toContain(scope);
        }
        expect(messageOf(here)).toBe(messageOf(nowhere));
      });
      expect(cost).toBe(0);
    },
  );

  it.each(scoped)("accepts a token of kind %s with only the operation's scopes", async (kind) => {
    const response = await ask(operation, await mint(kind, needed), hosted.params);
    expect([401, 403]).not.toContain(response.status);
  });

  const callers = kinds.filter((kind) => accepts(kind) && kind !== "app" && kind !== "admin");
  it.runIf(isOfRepository(operation)).each(callers)(
    "returns the same error for missing and inaccessible repositories to kind %s, and charges points",
    async (kind) => {
      const outside = await withoutAccess(kind);
      let responses: ApiResponse[] = [];
      const cost = await costOf(outside.key, async () => {
        responses = [await ask(operation, outside.key, outside.address), await ask(operation, outside.key)];
      });
      expect(cost).toBe(2 * operation.points);
      const bodies = responses.map(({ status, body }) =>
        `${status} ${JSON.stringify(body)}`.replace(/"requestId":"[^"]*"/, ""),
      );
      expect(bodies[0]).toBe(bodies[1]);
      expect([400, 404]).toContain(responses[0]?.status);
    },
  );
});

/** A key of the kind without access to the repository, and the repository's address. */
async function withoutAccess(kind: Kind): Promise<{ key: string; address: Record<string, string> }> {
  const address = { ownerSlug: "_", repoName: hosted.repo.id };
  if (kind === "user") return { key: hosted.stranger, address };
  empty ??= await installedApp(hosted.test, { scopes: installable, repositories: [] });
  if (kind === "installation") return { key: empty.token, address };
  const params = { installationId: empty.installationId };
  const given = { key: empty.app.jwt(), params, body: { userEmail: "admin@localhost" } };
  if (kind === "installationUser")
    return { key: (await hosted.test.call(createInstallationUserToken, given)).token, address };
  return { key: hosted.test.keys.serviceAccount, address: { ownerSlug: "none", repoName: "other" } };
}
let empty: InstalledApp | undefined;

describe("the scopes", () => {
  it("H-AUTH-11: are exactly the 26 in the catalog", () => {
    expect(scopeCatalog).toHaveLength(26);
    expect(new Set(scopeCatalog).size).toBe(26);
  });

  it("H-AUTH-12: every operation requires existing or ambient scopes", () => {
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

describe("a missing scope", () => {
  it.each([
    ["H-COMMIT-02", "createCommitFromFiles", "repository:contents:write"],
    ["H-COMPARE-02", "listComparisonFiles", "repository:contents:read"],
    ["H-GREP-02", "grepContents", "repository:contents:read"],
    ["H-REF-02", "createGitRef", "repository:contents:write"],
    ["H-REF-11", "deleteGitRef", "repository:contents:write"],
    ["H-TAR-02", "getRepoTarball", "repository:contents:read"],
  ])("%s: %s rejects a token without %s", async (_rule, id, scope) => {
    const operation = hosting.find((each) => each.id === id);
    if (!operation) throw new Error(`${id} not found`);
    const grantable = installable.filter((each) => each !== "namespace:user_tokens:write");
    const others = grantable.filter((each) => !withReads([each]).includes(scope));
    const rejected = await ask(operation, await full.mint({ scopes: others }), hosted.params);
    expect(rejected).toMatchObject({ status: 403, body: { message: expect.stringContaining(scope) } });
    const allowed = await ask(operation, await full.mint({ scopes: [scope] }), hosted.params);
    expect([401, 403]).not.toContain(allowed.status);
  });
});

it("H-AUTH-02: every operation returns 401 without a credential", async () => {
  for (const operation of hosting) {
    const body = operation.body ? { body: {} } : {};
    const response = await hosted.test.send(operation.method, pathOf(operation, unknown), { key: null, ...body });
    expect([operation.id, response.status, Object(response.body).code]).toEqual([operation.id, 401, 16]);
  }
});

it("H-ADDR-03: owner operations are under owners/{slug}", async () => {
  const ofOwners = hosting.filter(({ path }) => path.startsWith("/v1/repohost/owners/"));
  expect(ofOwners.map(({ id }) => id)).toEqual(expect.arrayContaining(["listNamespaceGrants", "upsertNamespaceGrant"]));
  for (const { path } of ofOwners) expect(path).toMatch(/^\/v1\/repohost\/owners\/\{ownerSlug\}\//);
  expect(await hosted.test.send("GET", "/v1/repohost/owners/acme/grants")).toMatchObject({ status: 200 });
});
