import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "../../core/store/tables/users";
import { startTestService, type TestService } from "../../testing/test-service";
import { addNamespace, addUser } from "../repositories/testing/repository-fixture";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
  await addNamespace(test.service, "Acme", { teamId: 1 });
});
afterAll(() => test.close());

const put = (email: string, body: object, slug = "acme") =>
  test.send("PUT", `/admin/v1/namespaces/${slug}/members/${encodeURIComponent(email)}`, { key: test.keys.admin, body });
const stored = async (email: string) => (await test.service.db.select().from(users).where(eq(users.email, email)))[0];
const code = (response: { body: unknown }) => (response.body as { error?: { code?: string } }).error?.code;

describe("Put Member", () => {
  it("adds a member once, and updates name and role", async () => {
    const first = await put("Mia@x.example", { displayName: "Mia van Dam", isAdmin: false });
    expect(first).toMatchObject({ status: 200, body: { email: "mia@x.example", isAdmin: false } });
    const again = await put("MIA@x.example", { displayName: "Mia", isAdmin: true });
    expect(again.body).toEqual({ ...(first.body as object), isAdmin: true });
    expect(await stored("mia@x.example")).toMatchObject({
      firstName: "Mia",
      lastName: "",
      isTeamAdmin: true,
      teamId: 1,
    });
  });

  it("doesn't change the role of the first user, whose key the dashboard uses", async () => {
    const response = await put("admin@localhost", { isAdmin: false, isReadOnly: true });
    expect(response).toMatchObject({ status: 200, body: { isAdmin: true } });
    const kept = { isTeamAdmin: true, isReadOnly: false, firstName: "Slipway" };
    expect(await stored("admin@localhost")).toMatchObject(kept);
  });

  it("changes the role of users with API keys, too", async () => {
    await addUser(test.service, { email: "keys@x.example", teamId: 1 });
    await put("keys@x.example", { isAdmin: true });
    expect(await stored("keys@x.example")).toMatchObject({ isTeamAdmin: true });
    await put("keys@x.example", { isAdmin: false, isReadOnly: true });
    expect(await stored("keys@x.example")).toMatchObject({ isTeamAdmin: false, isReadOnly: true });
    await put("keys@x.example", { isAdmin: false });
    expect(await stored("keys@x.example")).toMatchObject({ isReadOnly: true });
  });

  it("keeps at least one admin per namespace", async () => {
    const { teamId } = await addUser(test.service, { email: "first@solo.example" });
    await addNamespace(test.service, "Solo", { teamId });
    await put("only@solo.example", { displayName: "Only", isAdmin: true }, "solo");
    const response = await put("only@solo.example", { displayName: "Only One", isAdmin: false }, "solo");
    expect(code(response)).toBe("last_admin");
    expect(await stored("only@solo.example")).toMatchObject({ isTeamAdmin: true, firstName: "Only", lastName: "" });
    expect((await put("second@solo.example", { isAdmin: true }, "solo")).status).toBe(200);
    expect(await put("only@solo.example", { isAdmin: false }, "solo")).toMatchObject({ body: { isAdmin: false } });
  });

  it("rejects members of other teams, inactive users, and namespaces without members", async () => {
    const other = await addUser(test.service, { email: "other@x.example" });
    expect(code(await put("other@x.example", { isAdmin: true }))).toBe("member_elsewhere");
    expect(await stored("other@x.example")).toMatchObject({ isTeamAdmin: false, teamId: other.teamId });
    await addUser(test.service, { email: "inactive@x.example", teamId: 1 });
    await test.service.db.update(users).set({ isActive: false }).where(eq(users.email, "inactive@x.example"));
    expect(code(await put("inactive@x.example", { isAdmin: false }))).toBe("member_inactive");
    await addNamespace(test.service, "One", { userId: other.userId });
    expect(code(await put("new@x.example", { isAdmin: false }, "one"))).toBe("not_a_team");
    expect(code(await put("new@x.example", { isAdmin: false }, "none"))).toBe("namespace_not_found");
    expect((await put("invalid", { isAdmin: false })).status).toBe(400);
    expect(await stored("new@x.example")).toBeUndefined();
  });
});
