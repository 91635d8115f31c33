import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { User } from "@/lib/server/auth/session-reader";
import { users } from "@/lib/server/db/schema";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let calls: DashboardCalls;
let acting: User;

beforeAll(async () => {
  calls = await startDashboardCalls();
});
afterAll(() => calls.stop());
beforeEach(async () => {
  await calls.store.database.delete(users);
  acting = await calls.someone("Dana", "operator");
});

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const response = await calls.call(acting, method, `/launch-templates${path}`, body);
  return { status: response.status, body: await response.json() };
}

const fields = (prompt: string) => LaunchFields.parse({ prompt });
const names = async () => {
  const { body } = await call("GET", "");
  return JSON.parse(JSON.stringify(body)).templates.map(({ name }: { name: string }) => name);
};
const idOf = (body: unknown) => String(JSON.parse(JSON.stringify(body)).id);

describe("launch templates", () => {
  it("are saved, replaced by name, listed and deleted", async () => {
    const saved = await call("POST", "", { name: " nightly ", shared: false, fields: fields("one") });
    expect(saved).toMatchObject({ status: 201, body: { name: "nightly", owner: { displayName: "Dana" } } });
    const again = await call("POST", "", { name: "nightly", shared: false, fields: fields("two") });
    expect(idOf(again.body)).toBe(idOf(saved.body));
    expect((await call("GET", "")).body).toMatchObject({ templates: [{ fields: { prompt: "two" } }] });
    expect((await call("DELETE", `/${idOf(saved.body)}`)).status).toBe(200);
    expect(await names()).toEqual([]);
  });

  it("never contain secret values or files", async () => {
    const sent = {
      ...fields("Use ghp_0123456789abcdefghijABCDEFGHIJ012345 please"),
      secrets: { a: "s3cret" },
      variables: [{ id: "v", name: "TOKEN", value: "s3cret" }],
      mcpServers: [{ id: "m", name: "m", headers: [{ id: "h", name: "Authorization", value: "s3cret" }] }],
      images: [
        { id: "i", source: "file", fileName: "a.png", data: "s3cret" },
        { id: "j", source: "link", url: "https://x.example/a.png" },
      ],
    };
    expect((await call("POST", "", { name: "n", shared: true, fields: sent })).status).toBe(201);
    const listed = JSON.stringify((await call("GET", "")).body);
    expect(listed).not.toContain("s3cret");
    expect(listed).not.toContain("ghp_0123");
    expect(listed).toContain("[masked]");
    expect(listed).toContain("TOKEN");
    expect(listed).toContain("https://x.example/a.png");
    expect(listed).not.toContain('a.png","mime"');
    expect(JSON.parse(listed).templates[0].fields.images).toHaveLength(1);
  });

  it("are visible to others only if shared, and deleted by their owner or an admin", async () => {
    const mine = await call("POST", "", { name: "mine", shared: false, fields: fields("x") });
    const ours = await call("POST", "", { name: "ours", shared: true, fields: fields("x") });
    acting = await calls.someone("Eve", "operator");
    expect(await names()).toEqual(["ours"]);
    expect((await call("DELETE", `/${idOf(ours.body)}`)).status).toBe(404);
    acting = await calls.someone("Root", "admin");
    expect((await call("DELETE", `/${idOf(mine.body)}`)).status).toBe(404);
    expect((await call("DELETE", `/${idOf(ours.body)}`)).status).toBe(200);
    expect(await names()).toEqual([]);
  });

  it.each([
    ["without a name", { name: " ", shared: false, fields: fields("x") }, "name"],
    ["with a name too long", { name: "n".repeat(101), shared: false, fields: fields("x") }, "name"],
    ["that is far too large", { name: "n", shared: false, fields: fields("x".repeat(200_001)) }, "fields"],
  ])("are rejected %s", async (_what, body, field) => {
    expect(await call("POST", "", body)).toMatchObject({ status: 400, body: { error: { field } } });
    expect(await names()).toEqual([]);
  });

  it("are limited to 100 per user, even with concurrent requests", async () => {
    const save = (name: string) => call("POST", "", { name, shared: false, fields: fields("x") });
    const responses = await Promise.all(Array.from({ length: 103 }, (_, index) => save(`t${index}`)));
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(await names()).toHaveLength(100);
  });

  it("can't be saved by viewers", async () => {
    acting = await calls.someone("Vic", "viewer");
    expect((await call("POST", "", { name: "n", shared: false, fields: fields("x") })).status).toBe(403);
  });
});
