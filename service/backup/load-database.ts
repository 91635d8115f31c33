import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { BackupError, type DatabaseDump } from "./manifest";

/** Bounds of one insert. */
const batchRows = 500;
const batchCharacters = 4 * 1024 * 1024;

/** Names of the tables that have rows. */
export async function tablesWithRows(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
  );
  const filled: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`);
    if (rowCount) filled.push(name);
  }
  return filled;
}

/** Lines of a compressed file, in batches that fit in one insert. */
async function* batchesOf(file: string): AsyncGenerator<string[]> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.once("error", (error) => text.destroy(error));
  let batch: string[] = [];
  let characters = 0;
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line);
    characters += line.length;
    if (batch.length < batchRows && characters < batchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

async function loadTable(
  client: pg.ClientBase,
  file: string,
  { name, columns, rows: expected }: DatabaseDump["tables"][number],
): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [`public.${client.escapeIdentifier(name)}`],
  );
  const types = new Map(rows.map((row) => [row.name, row.type]));
  const values = columns.map((column, index) => {
    const type = types.get(column);
    if (type === undefined) throw new BackupError(`this version has no column ${column} in table ${name}`);
    return `(line->>${index})::${type}`;
  });
  const names = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const insert = `insert into ${client.escapeIdentifier(name)} (${names}) overriding system value
    select ${values.join(", ")} from json_array_elements($1::json) as line`;
  let loaded = 0;
  for await (const batch of batchesOf(file)) {
    await client.query(insert, [`[${batch.join(",")}]`]);
    loaded += batch.length;
  }
  if (loaded !== expected) throw new BackupError(`table ${name} has ${loaded} rows, expected ${expected}`);
}

/**
 * Loads a dump into an empty database with the dump's tables. The client must be in a transaction. Foreign keys are
 * dropped during the load, because tables refer to each other, and created again, which checks them.
 */
export async function loadDatabase(
  client: pg.ClientBase,
  { folder, name, dump }: { folder: string; name: string; dump: DatabaseDump },
): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const key of keys) await client.query(`alter table ${key.table} drop constraint ${key.name}`);
  for (const table of dump.tables) await loadTable(client, join(folder, name, `${table.name}.jsonl.gz`), table);
  for (const key of keys) {
    await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
  }
  for (const { name: sequence, value, called } of dump.sequences) {
    await client.query("select setval(to_regclass($1), $2, $3)", [
      `public.${client.escapeIdentifier(sequence)}`,
      value,
      called,
    ]);
  }
}
