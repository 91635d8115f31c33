import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { App } from "./app";

/** URL of a database of the embedded server in a data folder. */
export async function embeddedDatabaseUrl(dataDir: string, database: "dashboard" | "service"): Promise<string> {
  const [password, state] = await Promise.all([
    readFile(join(dataDir, "postgres-password"), "utf8"),
    readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8"),
  ]);
  const [, , , port = "", socketFolder = ""] = state.split("\n");
  return `postgres://slipway:${password.trim()}@${encodeURIComponent(socketFolder.trim())}:${port.trim()}/${database}`;
}

/** Runs a statement in the database of the dashboard or of the service, such as one that ages what a test can't wait for. */
export async function runStatement(
  app: App,
  database: "dashboard" | "service",
  statement: string,
  values: readonly unknown[],
): Promise<void> {
  const client = new pg.Client(await embeddedDatabaseUrl(app.dataDir, database));
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
