import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "@/lib/core/log";
import { databaseUrl } from "@/postgres/database";
import { startTestDatabase, type TestDatabase } from "@/postgres/testing/test-server";
import { type Notifications, openNotifications } from "./notifications";

const log = createLog({ program: "test", level: "silent" });
let database: TestDatabase;
let one: Notifications;
let other: Notifications;

beforeAll(async () => {
  database = await startTestDatabase("service");
  const { url } = databaseUrl(database.url, "service");
  one = await openNotifications(url, log);
  other = await openNotifications(url, log);
});
afterAll(async () => {
  await one.close();
  await other.close();
  await database.stop();
});

it("announcements wake the listeners of other services, each id, and not the service's own", async () => {
  const own: string[] = [];
  const woken: string[] = [];
  const ids = ["a", "b", "c"];
  for (const id of ids) {
    one.on("run", id, () => own.push(id));
    other.on("run", id, () => woken.push(id));
  }
  for (const id of ids) one.announce("run", id);
  await expect.poll(() => [...new Set(woken)].sort()).toEqual(ids);
  // Notifications arrive in order, so the service's own would have arrived before this one.
  other.announce("run", "a");
  await expect.poll(() => own).toEqual(["a"]);
});
