import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPath } from "@/lib/contract/build-path";
import type { Operation } from "@/lib/contract/operation";
import { compilePath } from "@/lib/contract/path";
import { table } from "@/lib/contract/tables/service-table.generated";
import type { ApiResponse } from "../testing/test-service";
import { type AuthorizationFixture, startAuthorization } from "./testing/authorization-fixture";
import type { Probe } from "./testing/authorization-requests";
import { agentOperations, hostingRules, poolOperations, type Rule } from "./testing/authorization-rules";
import type { Caller } from "./testing/caller";
import {
  aboutCaller,
  adminOutcome,
  agentOutcome,
  hostingOutcome,
  type Outcome,
  poolOutcome,
  type Target,
} from "./testing/expected-outcomes";

/** One request and its outcome according to the specification. */
interface Case {
  caller: Caller;
  outcome: Outcome;
  /** Status for an authorized caller; undefined: any that doesn't deny. */
  status: number | undefined;
  response: ApiResponse;
  /** The response to the same request about something that doesn't exist. */
  missing?: ApiResponse | undefined;
}

let fixture: AuthorizationFixture;
let cases = 0;
let wrongCases = 0;

beforeAll(async () => {
  fixture = await startAuthorization();
});
afterAll(() => fixture.hosted.close());

function operationOf(id: string): Operation {
  const operation = table.find((each) => each.id === id);
  if (!operation) throw new Error(`${id} not found`);
  return operation;
}

type Sent = Omit<Probe, "status">;

async function send(operation: Operation, sent: Sent, key: string, scheme: "Bearer" | "Basic" = "Bearer") {
  const { params = {}, query, body } = sent;
  const path = buildPath(operation.path, params) + (query ? `?${new URLSearchParams(query)}` : "");
  const token = scheme === "Bearer" ? key : Buffer.from(`${key}:`).toString("base64");
  const headers = { authorization: `${scheme} ${token}` };
  return fixture.hosted.test.send(operation.method, path, {
    key: null,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

/** A response without what differs between requests. */
const textOf = ({ status, body }: ApiResponse) =>
  `${status} ${JSON.stringify(body)}`
    .replace(/"requestId":"[^"]*"/, "")
    .replaceAll(/bc-[0-9a-f-]{36}|[0-9a-f]{8}-[0-9a-f-]{27}|worker \w+/g, "");

function isOutcome({ outcome, response, status, missing }: Case): boolean {
  if (outcome === "unauthenticated") return response.status === 401;
  if (outcome === "forbidden") return response.status === 403;
  const isMissing = missing !== undefined && textOf(missing) === textOf(response);
  if (outcome === "hidden") return isMissing && [400, 401, 404].includes(response.status);
  return !isMissing && (status === undefined ? ![401, 403].includes(response.status) : response.status === status);
}

/** Counts cases and fails with those that got another outcome, or that `also` returns false for. */
function check(results: readonly Case[], also: (each: Case) => boolean = () => true): void {
  const wrong = results
    .filter((each) => !isOutcome(each) || !also(each))
    .map(({ caller, outcome, status, response }) => {
      const expected = outcome === "allowed" ? `allowed (${status})` : outcome;
      return `${caller.name}: expected ${expected}, received ${textOf(response).slice(0, 300)}`;
    });
  cases += results.length;
  wrongCases += wrong.length;
  if (wrong.length > 0) process.stdout.write(`${wrong.join("\n")}\n`);
  expect(wrong).toEqual([]);
}

const titled = hostingRules.map((rule) => [`${rule.id} ${rule.titles}`.trim(), rule] as const);

describe.each(titled)("%s", (_title, rule) => {
  const operation = operationOf(rule.id);

  async function run(caller: Caller, target: Target): Promise<Case> {
    const key = await caller.key(rule.scopes);
    const outcome = hostingOutcome(caller, rule, target);
    const { params, ...probe } = await fixture.probe(rule.id, outcome === "allowed");
    const { own, nowhere } = fixture.places;
    const isSpare = rule.id === "deleteAppInstallation" && target === "own";
    const place = isSpare ? { ...own, installationId: fixture.spareInstallation } : fixture.places[target];
    const at = (each: typeof own) => ({ ...probe, params: { ...each, ...params } });
    const response = await send(operation, at(place), key);
    const compares = outcome === "hidden" || (outcome === "allowed" && probe.status === 404);
    const missing = compares ? await send(operation, at(nowhere), key) : undefined;
    return { caller, outcome, status: probe.status, response, missing };
  }

  /** Denials name the scopes, and only requests that aren't denied cost points. */
  function followsConventions({ outcome, response: { headers, status, body } }: Case): boolean {
    if (status === 403 && !rule.scopes.every((scope) => JSON.stringify(body).includes(scope))) return false;
    return headers.has("x-ratelimit-used") === (outcome === "allowed" || outcome === "hidden");
  }

  async function checkAll(target: Target): Promise<void> {
    const isDenied = (caller: Caller) =>
      ["unauthenticated", "forbidden"].includes(hostingOutcome(caller, rule, target));
    const callers = fixture.callers.filter((each) => target === "own" || !(each.isOther || isDenied(each)));
    const results = await Promise.all(callers.map((caller) => run(caller, target)));
    check(results, followsConventions);
  }

  it(
    "H-AUTH-03 H-AUTH-05 H-AUTH-06 H-AUTH-07 H-AUTH-12 H-AUTH-13: allows each credential exactly what it should",
    { tags: ["long"] },
    () => checkAll("own"),
  );

  it.skipIf(rule.need === "self")("allows each credential only what it should elsewhere", { tags: ["long"] }, () =>
    checkAll("other's"),
  );
});

/** Cases of an operation about the fixture's agents, claims and workers. */
async function runTeamCases(id: string, outcomeOf: (caller: Caller, id: string) => Outcome): Promise<Case[]> {
  const unknown = { id: "bc-00000000-0000-4000-8000-000000000000", runId: "run-none" };
  return Promise.all(
    fixture.callers.map(async (caller) => {
      const operation = operationOf(id);
      const key = await caller.key([]);
      const outcome = outcomeOf(caller, id);
      const { status, ...sent } = await fixture.probe(id, outcome === "allowed");
      const response = await send(operation, sent, key);
      const body = Object(sent.body);
      const missingBody = {
        ...body,
        ...("id" in body ? { id: unknown.id } : {}),
        ...("forUserEmail" in body ? { forUserEmail: "unknown@example.test" } : {}),
      };
      const named = Object(sent.params);
      const params = "id" in named ? { ...named, ...unknown } : undefined;
      const compares = outcome === "hidden" || (outcome === "allowed" && status === 404);
      const isAboutTeam = "id" in named || "id" in body || "forUserEmail" in body;
      const elsewhere = { ...sent, ...(params ? { params } : {}), ...(sent.body ? { body: missingBody } : {}) };
      return {
        caller,
        outcome,
        status,
        response,
        missing: compares && isAboutTeam ? await send(operation, elsewhere, key) : undefined,
      };
    }),
  );
}

/** Responses contain the team's agents and workers only for callers who see them; lists only the caller's. */
function leaksNothing({ caller, outcome, response }: Case, id: string): boolean {
  const names = !aboutCaller.has(id) && caller.kind !== "serviceAccount" && caller.repository !== "none";
  if (caller.seesAgents || names || outcome !== "allowed") return true;
  return !fixture.teamIds.some((id) => textOfIds(response).includes(id));
}
const textOfIds = ({ body }: ApiResponse) => JSON.stringify(body);

describe("the agent API", () => {
  it.each(agentOperations)("%s: A-AUTH-02 A-AUTH-03: allows each credential exactly what it should", async (id) => {
    check(await runTeamCases(id, agentOutcome), (each) => leaksNothing(each, id));
  });
});

describe("the pool API", () => {
  /** Lists need a repository of a key that is limited to some. */
  const needsFilter = (id: string, { isLimited }: Caller) =>
    isLimited && ["listPendingRequests", "watchPendingRequests"].includes(id);

  it.each(poolOperations)("%s: P-AUTH-02 P-AUTH-03 P-AUTH-04: accepts only service-account keys", async (id) => {
    const results = await runTeamCases(id, poolOutcome);
    check(
      results.map((each) => (needsFilter(id, each.caller) ? { ...each, status: 400 } : each)),
      (each) => leaksNothing(each, id),
    );
  });

  it.each(poolOperations)("%s: P-AUTH-01: accepts the key with Basic authentication", async (id) => {
    const [account] = fixture.callers.filter(({ kind, canMint }) => kind === "serviceAccount" && canMint);
    const { status, ...sent } = await fixture.probe(id, true);
    const response = await send(operationOf(id), sent, String(await account?.key([])), "Basic");
    expect(response.status).toBe(status);
  });
});

const adminOperations = table.filter(({ family }) => family === "admin").map((each) => [each.id, each] as const);

describe("the admin API", () => {
  it.each(adminOperations)("%s: accepts only the admin key", async (_id, operation) => {
    const names = compilePath(operation.path).segments.flatMap((part) => (part.kind === "literal" ? [] : [part.name]));
    const params = Object.fromEntries(names.map((name) => [name, "x"]));
    const sent = { params, ...(operation.body ? { body: {} } : {}) };
    check(
      await Promise.all(
        fixture.callers.map(async (caller) => {
          const response = await send(operation, sent, await caller.key([]));
          return { caller, outcome: adminOutcome(caller), status: undefined, response };
        }),
      ),
    );
  });
});

describe("the matrix", () => {
  it("H-AUTH-02 A-AUTH-02 P-AUTH-04: returns 401 for every operation without credentials", async () => {
    for (const operation of table) {
      const { method, path, family } = operation;
      const url = path.replaceAll(/\{[^}]+\}/g, "x");
      const { status, body } = await fixture.send(method, url, {});
      const code = family === "repohost" ? Object(body).code : Object(Object(body).error).code;
      expect([operation.id, status, code ?? Object(body).code]).toEqual([
        operation.id,
        401,
        family === "repohost" ? 16 : "unauthorized",
      ]);
      cases += 1;
    }
  });

  it("covers every operation", () => {
    const hosting = hostingRules.map(({ id }: Rule) => id);
    const covered = [...hosting, ...agentOperations, ...poolOperations, ...adminOperations.map(([id]) => id)];
    expect(covered.sort()).toEqual(table.map(({ id }) => id).sort());
  });

  afterAll(() => {
    process.stdout.write(`authorization: ${cases} cases, ${wrongCases} wrong\n`);
  });
});
