import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keyHash } from "../core/api-key";
import { startTestService, type TestService } from "../testing/test-service";
import { findApiKey } from "./find-api-key";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

it("keys presented at the same time are looked up with one query, each with its own result", async () => {
  let queries = 0;
  const db = drizzle(test.service.database.pool, { logger: { logQuery: () => (queries += 1) } });
  const [user, account] = [keyHash(test.keys.user), keyHash(test.keys.serviceAccount)];
  const wrong = Array.from({ length: 50 }, (_, index) => keyHash(`key_${index}`));
  const found = await Promise.all([user, ...wrong, account, user].map((hash) => findApiKey(db, hash)));
  expect(queries).toBe(1);
  expect(found.map((row) => row?.key.hash)).toEqual([user, ...wrong.map(() => undefined), account, user]);
  // A later lookup sees later changes.
  expect((await findApiKey(db, user))?.key.hash).toBe(user);
  expect(queries).toBe(2);
});
