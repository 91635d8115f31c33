import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createLog } from "@/lib/core/log";
import { projectRoot } from "@/lib/core/settings/project-root";
import { databaseUrl, openDatabase } from "../database";
import { startPostgres } from "../server";

type Program = "service" | "dashboard";

const migrations: Readonly<Record<Program, string>> = {
  service: join(projectRoot, "service", "core", "store", "migrations"),
  dashboard: join(projectRoot, "lib", "server", "db", "migrations"),
};

/** Test data doesn't have to survive a crash. */
const withoutDurability = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

export interface TestDatabase {
  url: string;
  stop(): Promise<void>;
}

/** Starts the database server of a test run, with one migrated template database per program. */
export async function startTestServer(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-postgres-"));
  const log = createLog({ program: "test", level: "silent" });
  const server = await startPostgres({ dataDir, log, settings: withoutDurability });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = atDatabase(server.url, "template");
    for (const name of ["service", "dashboard"] as const) {
      await query(server.url, `create database ${databaseUrl(url, name).database}`);
      const template = await openDatabase({ url, name, migrations: migrations[name], log });
      await template.close();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url, stop };
}

/** Creates an empty database on the test run's server. `stop` drops it. */
export async function startTestPostgres(): Promise<TestDatabase> {
  const url = atDatabase(sharedUrl(), uniqueName());
  return { url, stop: await createDatabase(url) };
}

/**
 * Creates a copy of a program's migrated template database. Returns the `DATABASE_URL` for the program. `stop` drops the
 * database.
 */
export async function startTestDatabase(program: Program): Promise<TestDatabase> {
  const url = atDatabase(sharedUrl(), uniqueName());
  const template = databaseUrl(atDatabase(url, "template"), program).database;
  return { url, stop: await createDatabase(databaseUrl(url, program).url, template) };
}

function sharedUrl(): string {
  const { TEST_POSTGRES_URL: url } = process.env;
  if (!url) throw new Error("TEST_POSTGRES_URL isn't set. scripts/test-run-setup.ts starts the test server.");
  return url;
}

const uniqueName = () => `test_${randomBytes(6).toString("hex")}`;

function atDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates the database named in `url`. Returns a function that drops it. */
async function createDatabase(url: string, template = "template1"): Promise<() => Promise<void>> {
  const database = new URL(url).pathname.slice(1);
  await query(sharedUrl(), `create database ${database} template ${template} strategy file_copy`);
  return () => query(sharedUrl(), `drop database if exists ${database} with (force)`);
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
