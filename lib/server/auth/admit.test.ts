import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemIds } from "@/lib/core/ids";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { users } from "@/lib/server/db/schema";
import type { Store } from "@/lib/server/db/store";
import { startTestStore } from "@/lib/server/db/testing/test-store";
import { addUser } from "@/lib/server/db/users";
import { type Account, admit } from "./admit";

let close: () => Promise<void>;
let store: Store;

beforeAll(async () => {
  ({ store, close } = await startTestStore());
});
afterAll(() => close());
beforeEach(async () => {
  await store.database.delete(users);
});

const eve: Account = {
  issuer: "https://id.example.com",
  subject: "eve-1",
  email: "Eve@Example.com",
  emailVerified: true,
  displayName: "Eve",
};
const policy = { domains: ["example.com"], role: "operator" } as const;
const closed = { domains: [], role: "viewer" } as const;
const enter = (account: Account, policy: { domains: readonly string[]; role: "viewer" | "operator" } = closed) =>
  admit(store, account, { policy, clock: new FakeClock(), ids: systemIds });
const invite = (email: string, role: "viewer" | "admin" = "viewer") =>
  addUser(store, { id: systemIds.uuid(), email, displayName: email, role, createdAt: new Date() });

describe("an account at an identity provider", () => {
  it("admits an invited user with the invited role", async () => {
    const invited = await invite("eve@example.com", "admin");
    expect(await enter(eve)).toMatchObject({ user: { id: invited.id, role: "admin" } });
    expect(await enter(eve)).toMatchObject({ user: { id: invited.id } });
  });

  it("admits users of an allowed domain, not of a look-alike domain", async () => {
    expect(await enter(eve, policy)).toMatchObject({ user: { email: "eve@example.com", role: "operator" } });
    for (const email of ["a@evil-example.com", "a@example.com.evil.net", "a@sub.example.com"]) {
      expect(await enter({ ...eve, subject: email, email }, policy)).toEqual({ reason: "not_invited" });
    }
  });

  it("is rejected without an invitation", async () => {
    expect(await enter(eve)).toEqual({ reason: "not_invited" });
    expect(await store.database.select().from(users)).toEqual([]);
  });

  it("is rejected if the email is unverified", async () => {
    await invite("eve@example.com", "admin");
    expect(await enter({ ...eve, emailVerified: false })).toEqual({ reason: "email_unverified" });
    expect(await enter({ ...eve, email: undefined })).toEqual({ reason: "email_unverified" });
  });

  it("is identified by its subject after the first sign-in", async () => {
    await invite("eve@example.com");
    await enter(eve);
    expect(await enter({ ...eve, email: "new@example.com" })).toMatchObject({ user: { email: "eve@example.com" } });
    expect(await enter({ ...eve, subject: "mallory-1" })).toEqual({ reason: "other_account" });
  });

  it("is rejected if the user is disabled", async () => {
    await invite("eve@example.com");
    await enter(eve);
    await store.database.update(users).set({ disabledAt: new Date() });
    expect(await enter(eve)).toEqual({ reason: "disabled" });
    expect(await enter({ ...eve, subject: "other" })).toEqual({ reason: "disabled" });
  });

  it("creates one user for concurrent sign-ins", async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => enter(eve, policy)));
    const ids = new Set(outcomes.map((outcome) => ("user" in outcome ? outcome.user.id : outcome.reason)));
    expect(ids.size).toBe(1);
  });
});
