import { createGzip } from "node:zlib";
import type pg from "pg";
import type { DatabaseDump, Part } from "./manifest";
import { writePart } from "./parts";

/** Rows per round trip. Bounds the memory: an event can be a megabyte. */
const batchRows = 100;

interface Table {
  name: string;
  columns: string[];
}

async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
}

/** Yields a table's rows as lines: JSON arrays with each column as Postgres prints it, so no type loses precision. */
async function* linesOf(client: pg.ClientBase, { name, columns }: Table, counter: { rows: number }) {
  const texts = columns.map((column) => `${client.escapeIdentifier(column)}::text`).join(", ");
  const table = client.escapeIdentifier(name);
  await client.query(`declare dump no scroll cursor for select to_json(array[${texts}])::text as line from ${table}`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${batchRows} from dump`);
    if (rows.length === 0) break;
    counter.rows += rows.length;
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(""));
  }
  await client.query("close dump");
}

async function sequencesOf(client: pg.ClientBase): Promise<DatabaseDump["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname",
  );
  const sequences: DatabaseDump["sequences"] = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${client.escapeIdentifier(name)}`,
    );
    const [first] = state.rows;
    if (first) sequences.push({ name, ...first });
  }
  return sequences;
}

/**
 * Writes all tables of a database to `<name>/<table>.jsonl.gz`. The client must be in a REPEATABLE READ transaction, so
 * that all tables are of the same moment.
 */
export async function dumpDatabase(
  client: pg.ClientBase,
  { folder, name }: { folder: string; name: string },
): Promise<{ dump: DatabaseDump; parts: Part[] }> {
  const migrations = await client.query<{ hash: string }>("select hash from drizzle.__drizzle_migrations order by id");
  const parts: Part[] = [];
  const tables: DatabaseDump["tables"] = [];
  for (const table of await tablesOf(client)) {
    const counter = { rows: 0 };
    const path = `${name}/${table.name}.jsonl.gz`;
    parts.push(await writePart(folder, path, linesOf(client, table, counter), createGzip({ level: 1 })));
    tables.push({ ...table, ...counter });
  }
  return {
    dump: { migrations: migrations.rows.map(({ hash }) => hash), tables, sequences: await sequencesOf(client) },
    parts,
  };
}
