import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuditRecord, listAudit } from "@/lib/contract/dashboard/audit/list-audit";
import type { User } from "@/lib/server/auth/session-reader";
import { recordAudit } from "@/lib/server/db/audit";
import { audit, users } from "@/lib/server/db/schema";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let own: DashboardCalls;
let admin: User;

beforeAll(async () => {
  own = await startDashboardCalls();
});
afterAll(() => own.stop());
beforeEach(async () => {
  await own.store.database.delete(users);
  await own.store.database.delete(audit);
  admin = await own.someone("Ada", "admin");
});

async function recordCall(call: {
  requestId: string;
  email?: string;
  operationId?: string;
  at?: string;
  status?: number;
  code?: string;
  path?: string;
  bypassReason?: string;
}) {
  const entry = {
    at: new Date(call.at ?? "2026-01-01T00:00:00Z"),
    userId: admin.id,
    userEmail: call.email ?? "eve@x.example",
    operationId: call.operationId ?? "createRun",
    method: "POST",
    path: call.path ?? "/v1/agents/bc-1/runs",
    requestId: call.requestId,
  };
  await recordAudit(own.store, {
    ...entry,
    phase: "intent",
    detail: call.bypassReason ? { bypassReason: call.bypassReason } : {},
  });
  if (call.status === undefined) return;
  const detail = call.code ? { code: call.code } : {};
  await recordAudit(own.store, { ...entry, phase: "outcome", status: call.status, detail });
}

async function list(query = ""): Promise<{ records: AuditRecord[]; nextCursor?: string | undefined }> {
  const response = await own.call(admin, "GET", `/audit${query}`);
  expect(response.status).toBe(200);
  return listAudit.response.parse(await response.json());
}
const ids = async (query: string) => (await list(query)).records.map(({ requestId }) => requestId);

describe("the audit log", () => {
  it("combines intent and outcome, newest first", async () => {
    await recordCall({ requestId: "a", status: 201, bypassReason: "Hotfix" });
    await recordCall({ requestId: "b", status: 403, code: "role_forbidden" });
    await recordCall({ requestId: "c" });
    expect((await list()).records).toMatchObject([
      { requestId: "c" },
      { requestId: "b", status: 403, code: "role_forbidden" },
      { requestId: "a", status: 201, bypassReason: "Hotfix" },
    ]);
    expect((await list()).records[0]).not.toHaveProperty("status");
  });

  it("filters by user, operation, result and time, and treats wildcards as plain text", async () => {
    await recordCall({ requestId: "a", email: "eve@x.example", status: 200, at: "2026-01-01T00:00:00Z" });
    await recordCall({
      requestId: "b",
      email: "bo@y.example",
      operationId: "deleteAgent",
      status: 404,
      at: "2026-01-02T00:00:00Z",
    });
    await recordCall({ requestId: "c", email: "EVE@z.example", at: "2026-01-03T00:00:00Z" });
    expect(await ids("?user=eve")).toEqual(["c", "a"]);
    expect(await ids("?user=%25")).toEqual([]);
    expect(await ids("?operation=deleteAgent")).toEqual(["b"]);
    expect(await ids("?result=done")).toEqual(["a"]);
    expect(await ids("?result=failed")).toEqual(["b"]);
    expect(await ids("?result=unknown")).toEqual(["c"]);
    expect(await ids("?from=2026-01-02T00:00:00Z&to=2026-01-03T00:00:00Z")).toEqual(["b"]);
  });

  it("rejects invalid filters", async () => {
    for (const [query, field] of [
      ["result=maybe", "result"],
      ["from=yesterday", "from"],
      ["cursor=x", "cursor"],
    ]) {
      const rejected = await own.call(admin, "GET", `/audit?${query}`);
      expect([rejected.status, await rejected.json()]).toMatchObject([400, { error: { field } }]);
    }
  });

  it("paginates without gaps or repeats while rows are added", async () => {
    for (let each = 0; each < 230; each += 1) await recordCall({ requestId: `r${each}`, status: 200 });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(cursor ? `?cursor=${cursor}` : "");
      seen.push(...page.records.map(({ requestId }) => requestId));
      cursor = page.nextCursor;
      await recordCall({ requestId: `late-${seen.length}`, status: 200 });
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 230 }, (_, index) => `r${229 - index}`));
  });

  it("exports CSV without formulas, and audits the export", async () => {
    await recordCall({ requestId: "a", email: "=cmd()@x.example", status: 200, path: '/v1/agents/"x",y' });
    const response = await own.call(admin, "GET", "/audit.csv");
    expect(response.headers.get("content-disposition")).toContain("attachment");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines[0]).toBe(
      "at,userEmail,operationId,method,path,status,code,requestId,variables,agentId,token,from,bypassReason",
    );
    expect(lines.find((line) => line.includes("createRun"))).toContain(
      `'=cmd()@x.example,createRun,POST,"/v1/agents/""x"",y",200`,
    );
    expect(await ids("?operation=exportAudit")).toHaveLength(1);
  });
});
