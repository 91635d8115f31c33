import pg from "pg";
import { freePort } from "@/lib/core/settings/free-port";
import type { Settings } from "@/lib/core/settings/settings";
import { databaseAccount } from "@/postgres/account";
import { locateBinaries } from "@/postgres/binaries";
import { bad, type Finding, good, messageOf, weak } from "./finding";

const oldestServer = 150_000;
const patienceMs = 5_000;

async function serverVersion(url: string): Promise<{ number: number; text: string }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
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

/** The server that `DATABASE_URL` names answers and is new enough; or the embedded one can be started. */
export async function checkDatabase({ databaseUrl }: Pick<Settings, "databaseUrl">): Promise<Finding> {
  try {
    if (databaseUrl === undefined) {
      const { postgres } = await locateBinaries(await databaseAccount());
      return good("database", `embedded, ${postgres}`);
    }
    const { number, text } = await serverVersion(databaseUrl);
    if (number >= oldestServer) return good("database", `PostgreSQL ${text}`);
    return bad("database", `PostgreSQL ${text} is too old; 15 or newer is needed`);
  } catch (error) {
    return bad("database", messageOf(error));
  }
}

/** Whether the ports are free; a Slipway that is running takes them itself. */
export async function checkPorts({
  host,
  port,
  servicePort,
}: Pick<Settings, "host" | "port" | "servicePort">): Promise<Finding[]> {
  const wanted = [
    ["PORT", port],
    ["SERVICE_PORT", servicePort],
  ] as const;
  return Promise.all(
    wanted.map(async ([name, number]) => {
      const free = await freePort(host, number).catch(() => undefined);
      if (free === undefined) return bad(name, `no port is free on ${host} from ${number} on`);
      if (free === number || number === 0) return good(name, `${number} is free`);
      return weak(name, `${number} is taken, maybe by Slipway itself; a start would take ${free}`);
    }),
  );
}
