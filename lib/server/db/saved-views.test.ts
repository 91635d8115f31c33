import { afterAll, beforeAll, expect, it } from "vitest";
import { maxViews } from "@/lib/contract/dashboard/views/saved-view";
import { systemIds } from "@/lib/core/ids";
import { readSavedViews, removeSavedView, upsertSavedView } from "./saved-views";
import type { Store } from "./store";
import { startTestStore } from "./testing/test-store";
import { addUser } from "./users";

let store: Store;
let close: () => Promise<void>;
const [ann, bob] = [systemIds.uuid(), systemIds.uuid()];
beforeAll(async () => {
  ({ store, close } = await startTestStore());
  for (const [id, name] of [
    [ann, "ann"],
    [bob, "bob"],
  ] as const) {
    const user = { id, email: `${name}@example.com`, displayName: name, role: "viewer" as const };
    await addUser(store, { ...user, createdAt: new Date() });
  }
});
afterAll(() => close());

const view = (userId: string, name: string, shared = false, query = "status:ERROR") => ({
  id: systemIds.uuid(),
  userId,
  list: "agents" as const,
  name,
  query,
  shared,
  createdAt: new Date(),
});
const names = async (userId: string) => (await readSavedViews(store, userId)).map(({ view }) => view.name);

it("shows users their own and shared views, and lets only the owner delete one", async () => {
  const mine = await upsertSavedView(store, view(ann, "mine"));
  const ours = await upsertSavedView(store, view(ann, "ours", true));
  expect(await names(ann)).toEqual(["mine", "ours"]);
  expect(await names(bob)).toEqual(["ours"]);
  const again = await upsertSavedView(store, view(ann, "mine", false, "env:pool"));
  expect(again).toMatchObject({ id: mine?.id, query: "env:pool" });
  const ofPulls = await upsertSavedView(store, { ...view(ann, "mine", false, "repo:demo/orders"), list: "pulls" });
  expect(ofPulls?.id).not.toBe(mine?.id);
  expect(await removeSavedView(store, ofPulls?.id ?? "", { userId: ann, anyShared: false })).toBe(true);
  expect(await removeSavedView(store, ours?.id ?? "", { userId: bob, anyShared: false })).toBe(false);
  expect(await removeSavedView(store, mine?.id ?? "", { userId: bob, anyShared: true })).toBe(false);
  expect(await removeSavedView(store, ours?.id ?? "", { userId: bob, anyShared: true })).toBe(true);
  expect(await names(ann)).toEqual(["mine"]);
});

it("limits the views of a user, even with concurrent requests", async () => {
  const all = Array.from({ length: maxViews + 5 }, (_, index) => upsertSavedView(store, view(bob, `view ${index}`)));
  const kept = (await Promise.all(all)).filter((row) => row !== undefined);
  expect(kept).toHaveLength(maxViews);
});
