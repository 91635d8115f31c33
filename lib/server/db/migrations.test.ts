import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createLog } from "@/lib/core/log";
import { openDatabase } from "@/postgres/database";
import { startTestPostgres } from "@/postgres/testing/test-server";

const migrations = join("lib", "server", "db", "migrations");
const ada = "00000000-0000-4000-8000-000000000001";
const now = "2026-11-29T12:00:00Z";

/** Opens a database of a version that had the first `count` migrations, or with all of them. */
async function migrated(url: string, count = Number.POSITIVE_INFINITY) {
  const folder = await mkdtemp(join(tmpdir(), "slipway-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(migrations, folder, { recursive: true });
  const journal = join(folder, "meta", "_journal.json");
  const held = JSON.parse(await readFile(journal, "utf8"));
  await writeFile(journal, JSON.stringify({ ...held, entries: held.entries.slice(0, count) }));
  const log = createLog({ program: "test", level: "silent" });
  return openDatabase({ url, name: "dashboard", migrations: folder, log });
}

it("keep the data of versions that called users people", async () => {
  const postgres = await startTestPostgres();
  onTestFinished(() => postgres.stop());
  const before = await migrated(postgres.url, 2);
  await before.pool.query(
    `insert into people (id, email, display_name, role, created_at) values ('${ada}', 'ada@example.test', 'Ada', 'admin', '${now}');
    insert into budgets (id, scope, person_id, unit, amount, period, warn_at, action, created_at)
      values (gen_random_uuid(), 'person', '${ada}', 'tokens', '1', 'month', 80, 'warn', '${now}');
    insert into saved_variables (id, scope, person_id, owner, name, kind, apply, models, pools, sealed, updated_at, updated_by)
      values (gen_random_uuid(), 'person', '${ada}', '${ada}', 'STAGE', 'variable', 'automatic', '[]', '[]', 'beta', '${now}', '');
    insert into audit (at, person_id, person_email, operation_id, method, path, phase, request_id, detail)
      values ('${now}', '${ada}', 'ada@example.test', 'addPerson', 'POST', '/dashboard/people', 'intent', 'r', '{}')`,
  );
  await before.close();
  const database = await migrated(postgres.url);
  onTestFinished(() => database.close());
  const rows = async (query: string) => (await database.pool.query(query)).rows;
  expect(await rows("select email from users")).toEqual([{ email: "ada@example.test" }]);
  expect(await rows("select scope, user_id from budgets union all select scope, user_id from saved_variables")).toEqual(
    [
      { scope: "user", user_id: ada },
      { scope: "user", user_id: ada },
    ],
  );
  expect(await rows("select user_email, operation_id from audit")).toEqual([
    { user_email: "ada@example.test", operation_id: "addUser" },
  ]);
  const names = `select relname as name from pg_class union select attname from pg_attribute join pg_class on pg_class.oid = attrelid where relkind = 'r'
    union select conname from pg_constraint where contype <> 'n'`;
  expect(await rows(`select name from (${names}) known where name ~ 'person|people'`)).toEqual([]);
});
