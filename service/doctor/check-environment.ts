import pg from "pg";
import { freePort } from "@/lib/core/settings/free-port";
import type { Settings } from "@/lib/core/settings/settings";
import { databaseAccount } from "@/postgres/account";
import { locateBinaries } from "@/postgres/binaries";
import { error, errorMessage, type Finding, ok, warning } from "./finding";

const minServerVersion = 150_000;
const timeoutMs = 5_000;

async function serverVersion(url: string): Promise<{ number: number; text: string }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ number: string; text: string }>(
      "select current_setting('server_version_num') as number, current_setting('server_version') as text",
    );
    return { number: Number(rows[0]?.number), text: rows[0]?.text ?? "" };
  } finally {
    await client.end();
  }
}

/** Checks that the server in `DATABASE_URL` is reachable and recent enough, or that the embedded one can start. */
export async function checkDatabase({ databaseUrl }: Pick<Settings, "databaseUrl">): Promise<Finding> {
  try {
    if (databaseUrl === undefined) {
      const { postgres } = await locateBinaries(await databaseAccount());
      return ok("database", `embedded, ${postgres}`);
    }
    const { number, text } = await serverVersion(databaseUrl);
    if (number >= minServerVersion) return ok("database", `PostgreSQL ${text}`);
    return error("database", `PostgreSQL ${text} is too old; 15 or later is required`);
  } catch (reason) {
    return error("database", errorMessage(reason));
  }
}

/** Checks that the ports are free. A running Slipway uses them itself. */
export async function checkPorts({
  host,
  port,
  servicePort,
}: Pick<Settings, "host" | "port" | "servicePort">): Promise<Finding[]> {
  const ports = [
    ["PORT", port],
    ["SERVICE_PORT", servicePort],
  ] as const;
  return Promise.all(
    ports.map(async ([name, number]) => {
      const free = await freePort(host, number).catch(() => undefined);
      if (free === undefined) return error(name, `no free port on ${host} at or above ${number}`);
      if (free === number || number === 0) return ok(name, `${number} is free`);
      return warning(name, `${number} is in use, possibly by Slipway; it would start on ${free} instead`);
    }),
  );
}
