import { afterAll, beforeAll, expect, it } from "vitest";
import { systemIds } from "@/lib/core/ids";
import { addMcpFlow, takeMcpFlow } from "./mcp-flows";
import type { Store } from "./store";
import { startTestStore } from "./testing/test-store";
import { addUser } from "./users";

let store: Store;
let close: () => Promise<void>;
const [ann, bob] = [systemIds.uuid(), systemIds.uuid()];
const now = new Date("2026-01-01T00:00:00Z");
const later = new Date("2026-01-01T00:10:00Z");

beforeAll(async () => {
  ({ store, close } = await startTestStore());
  for (const [id, name] of [
    [ann, "ann"],
    [bob, "bob"],
  ] as const) {
    const user = { id, email: `${name}@example.com`, displayName: name, role: "operator" as const };
    await addUser(store, { ...user, createdAt: now });
  }
});
afterAll(() => close());

it("only the user who started connecting a server can finish, once", async () => {
  await addMcpFlow(store, { stateHash: "one", userId: ann, expiresAt: later }, now);
  expect(await takeMcpFlow(store, { stateHash: "one", userId: bob }, now)).toBe(false);
  expect(await takeMcpFlow(store, { stateHash: "other", userId: ann }, now)).toBe(false);
  const both = [1, 2].map(() => takeMcpFlow(store, { stateHash: "one", userId: ann }, now));
  expect((await Promise.all(both)).sort()).toEqual([false, true]);
});

it("an expired connection can't be finished, and is removed when the next one starts", async () => {
  await addMcpFlow(store, { stateHash: "late", userId: ann, expiresAt: later }, now);
  expect(await takeMcpFlow(store, { stateHash: "late", userId: ann }, later)).toBe(false);
  await addMcpFlow(store, { stateHash: "old", userId: ann, expiresAt: later }, now);
  await addMcpFlow(
    store,
    { stateHash: "new", userId: ann, expiresAt: new Date(later.getTime() + 1_000) },
    new Date(later.getTime() + 1),
  );
  expect(await takeMcpFlow(store, { stateHash: "old", userId: ann }, now)).toBe(false);
  expect(await takeMcpFlow(store, { stateHash: "new", userId: ann }, later)).toBe(true);
});
