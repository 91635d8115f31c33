import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPath } from "@/lib/contract/build-path";
import { readErrorBody } from "@/lib/contract/errors";
import { type Operation, type Role, roleAllows, roles } from "@/lib/contract/operation";
import { compilePath } from "@/lib/contract/path";
import { dashboardTable } from "@/lib/contract/tables/dashboard-table.generated";
import { table } from "@/lib/contract/tables/service-table.generated";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { newApiToken } from "@/lib/server/auth/api-token";
import type { User } from "@/lib/server/auth/session-reader";
import { addApiToken } from "@/lib/server/auth/testing/add-api-token";
import { createTokenReader } from "@/lib/server/auth/token-reader";
import { revokeToken } from "@/lib/server/db/api-tokens";
import { changeUser } from "@/lib/server/db/change-user";
import { type DashboardCalls, startDashboardCalls } from "@/lib/server/operations/testing/dashboard-calls";
import { createGateway } from "./gateway";

const webUrl = "http://127.0.0.1:3000";
const operations: readonly Operation[] = [...dashboardTable, ...table];
const session = { "sec-fetch-site": "same-origin", cookie: "slipway.session.3000=x" };

interface Caller {
  headers: Record<string, string>;
  /** The signed-in user of the request's cookie. */
  user?: User;
  /** The role it acts with, or the code that it is denied with everywhere. */
  access: { role: Role; isToken: boolean } | { code: string };
}

let own: DashboardCalls;
let callers: Record<string, Caller>;

async function createCallers(): Promise<Record<string, Caller>> {
  const { store } = own;
  const users = {
    viewer: await own.someone("viewer", "viewer"),
    operator: await own.someone("operator", "operator"),
    admin: await own.someone("admin", "admin"),
  };
  const token = async (user: User, options: Parameters<typeof addApiToken>[2] = {}) =>
    `Bearer ${(await addApiToken(store, user, options)).token}`;
  const revoked = await addApiToken(store, users.admin);
  await revokeToken(store, { id: revoked.id }, new Date());
  const demoted = await own.someone("demoted", "admin");
  const disabled = await own.someone("disabled", "admin");
  const ofDemoted = await token(demoted);
  const ofDisabled = await token(disabled);
  await changeUser(store, demoted.id, { role: "viewer" }, new Date());
  await changeUser(store, disabled.id, { disabled: true }, new Date());
  const all: Record<string, Caller> = {
    "no credential": { headers: {}, access: { code: "unauthorized" } },
    "an ended session": { headers: session, access: { code: "unauthorized" } },
    "an unknown token": { headers: { authorization: `Bearer ${newApiToken()}` }, access: { code: "token_invalid" } },
    "another bearer token": { headers: { authorization: "Bearer eyJhbGciOi" }, access: { code: "token_invalid" } },
    "a password": { headers: { authorization: "Basic YTpi" }, access: { code: "unauthorized" } },
    "an expired token": {
      headers: { authorization: await token(users.admin, { lifetimeMs: 1 }) },
      access: { code: "token_expired" },
    },
    "a revoked token": { headers: { authorization: `Bearer ${revoked.token}` }, access: { code: "token_revoked" } },
    "a disabled user's token": { headers: { authorization: ofDisabled }, access: { code: "user_disabled" } },
    "a demoted user's token": { headers: { authorization: ofDemoted }, access: { role: "viewer", isToken: true } },
    "a session and a token": {
      headers: { ...session, authorization: await token(users.admin) },
      user: users.admin,
      access: { code: "ambiguous_credentials" },
    },
    "a session behind a proxy that adds a bearer token": {
      headers: { ...session, authorization: "Bearer eyJhbGciOi" },
      user: users.admin,
      access: { role: "admin", isToken: false },
    },
  };
  for (const role of roles) {
    all[`a session of a user with the ${role} role`] = {
      headers: session,
      user: users[role],
      access: { role, isToken: false },
    };
    all[`a token of an admin limited to ${role}`] = {
      headers: { authorization: await token(users.admin, { role }) },
      access: { role, isToken: true },
    };
    all[`an admin token of a user with the ${role} role`] = {
      headers: { authorization: await token(users[role]) },
      access: { role, isToken: true },
    };
  }
  return all;
}

beforeAll(async () => {
  own = await startDashboardCalls();
  callers = await createCallers();
});
afterAll(() => own.stop());

function gatewayOf({ user }: Caller) {
  return createGateway({
    operations: table,
    // What the operations do has its own tests.
    own: dashboardTable.map((each) => ({ operation: each, handle: async () => ({}) })),
    service: {
      address: { base: "http://127.0.0.1:1", repohostPrefix: "/v1/repohost" },
      credentials: { authorization: async () => "none" },
      clock: systemClock,
      ids: systemIds,
    },
    webUrl,
    user: async () => user,
    tokenUser: createTokenReader({ store: async () => own.store, clock: systemClock }),
    recordAudit: async () => {},
    log: createLog({ program: "test", level: "silent" }),
    shutdown: new AbortController().signal,
  });
}

function send({ headers }: Caller, operation: Operation, gateway: ReturnType<typeof createGateway>): Promise<Response> {
  const names = compilePath(operation.path).segments.flatMap((each) => (each.kind === "literal" ? [] : [each.name]));
  const path = buildPath(operation.path, Object.fromEntries(names.map((name) => [name, "x"])));
  return gateway(
    new Request(`${webUrl}/api${path}`, { method: operation.method, headers: { host: "127.0.0.1:3000", ...headers } }),
  );
}

function expected({ access }: Caller, operation: Operation): string {
  if ("code" in access) return access.code;
  if (!roleAllows(access.role, operation.role)) return "role_forbidden";
  return access.isToken && operation.sessionOnly ? "session_required" : "allowed";
}

const denials = [
  "unauthorized",
  "token_",
  "user_disabled",
  "ambiguous_credentials",
  "role_forbidden",
  "session_required",
];
/** The hosting API's errors have a numeric code, so their message is compared. */
const messages: readonly [RegExp, string][] = [
  [/isn't valid\. Check that/, "token_invalid"],
  [/ expired on /, "token_expired"],
  [/ was revoked/, "token_revoked"],
  [/is disabled/, "user_disabled"],
  [/Send only one/, "ambiguous_credentials"],
  [/This requires the .* role/, "role_forbidden"],
  [/API tokens can't do this/, "session_required"],
  [/^(?:Unauthorized: )?(?:Sign in to the dashboard|Your session ended)/, "unauthorized"],
];

async function outcome(response: Response): Promise<string> {
  const error = readErrorBody(await response.json().catch(() => undefined));
  if (!error) return "allowed";
  if (denials.some((code) => error.code.startsWith(code))) return error.code;
  return messages.find(([pattern]) => pattern.test(error.message))?.[1] ?? "allowed";
}

describe("every operation of the dashboard and its proxy", () => {
  it("is allowed and denied to each kind of caller as its role says", { tags: ["long"] }, async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const [name, caller] of Object.entries(callers)) {
      const gateway = gatewayOf(caller);
      const results = await Promise.all(
        operations.map(
          async (operation) => [operation, await outcome(await send(caller, operation, gateway))] as const,
        ),
      );
      for (const [operation, result] of results) {
        count += 1;
        const right = expected(caller, operation);
        if (result !== right) wrong.push(`${name} → ${operation.id}: ${result} instead of ${right}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBe(Object.keys(callers).length * operations.length);
  });

  it("requires a session where it returns credentials or acts in the browser", () => {
    expect(operations.flatMap(({ id, sessionOnly }) => (sessionOnly ? [id] : [])).sort()).toEqual([
      "addAppSigningKey",
      "addNotificationChannel",
      "addSshCertificateAuthority",
      "addSshKey",
      "createApiToken",
      "createInstallationAccessToken",
      "createInstallationUserToken",
      "createRegistrationToken",
      "createServiceAccountKey",
      "createSessionToken",
      "createSignInLink",
      "createSubToken",
      "createUserKey",
      "openPortPreview",
      "rotateAutomationSecret",
      "startMcpConnection",
    ]);
  });

  it("accepts writes with a token without an origin, and rejects a session's writes from other sites", async () => {
    const [operation] = dashboardTable.filter(({ id }) => id === "deleteView");
    if (!operation) throw new Error("operation not found");
    const token = callers["a token of an admin limited to operator"];
    const signedIn = callers["a session of a user with the operator role"];
    if (!token || !signedIn) throw new Error("caller not found");
    const crossSite = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await outcome(await send(token, operation, gatewayOf(token)))).toBe("allowed");
    const headers = { ...signedIn.headers, ...crossSite };
    const response = await send({ ...signedIn, headers }, operation, gatewayOf(signedIn));
    expect(await response.json()).toMatchObject({ error: { code: "cross_origin" } });
  });
});
