import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { App } from "./app";

/** Runs a statement in the database of the dashboard or of the service, such as one that ages what a test can't wait for. */
export async function runStatement(
  app: App,
  database: "dashboard" | "service",
  statement: string,
  values: readonly unknown[],
): Promise<void> {
  const [password, state] = await Promise.all([
    readFile(join(app.dataDir, "postgres-password"), "utf8"),
    readFile(join(app.dataDir, "postgres", "postmaster.pid"), "utf8"),
  ]);
  const client = new pg.Client(
    `postgres://slipway:${password.trim()}@127.0.0.1:${state.split("\n")[3]?.trim()}/${database}`,
  );
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
