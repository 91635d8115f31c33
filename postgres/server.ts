import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import type { Log } from "@/lib/core/log";
import { type Account, databaseAccount } from "./account";
import { canAccess, locateBinaries, sharedFolder } from "./binaries";
import { processStartTime } from "./lock";

export interface PostgresServer {
  /** URL of the server's default database. `openDatabase` derives the programs' databases from it. */
  url: string;
  stop(): Promise<void>;
}

const startupSeconds = 60;
/** Part of the socket's name, because the server listens on no network port. */
const port = 5432;
const fixedSettings = [`port=${port}`, "listen_addresses=", "max_connections=200"];
/** The longest path of a socket on all systems, in bytes. */
const maxSocketPath = 103;
const environment = { LC_ALL: "C", TZ: "UTC", NODE_ENV: "production" } as const;

async function run(command: string, args: string[], account: Account | undefined): Promise<void> {
  const child = spawn(command, args, {
    ...account,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment,
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} exited with ${code}: ${output.slice(-2000)}`);
}

async function readPassword(file: string): Promise<string> {
  const stored = await readFile(file, "utf8").catch(() => "");
  if (stored) return stored.trim();
  const password = randomBytes(24).toString("hex");
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** Stops a server that a killed process left running on this folder. */
async function stopOrphan(folder: string, log: Log): Promise<void> {
  const text = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !processStartTime(pid)) return;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => folder);
  if (!commandLine.includes(folder)) return;
  log.warn({ pid }, "stopping a database server left running by a previous start");
  process.kill(pid, "SIGINT");
  for (let waited = 0; processStartTime(pid); waited += 50) {
    if (waited === 15_000) process.kill(pid, "SIGQUIT");
    if (waited > 30_000) throw new Error(`couldn't stop database server ${pid} on ${folder}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
  } catch {
    return false;
  }
  try {
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the folder for the server's files: below `dataDir`, unless the server's account can't enter it. */
async function serverFolder(dataDir: string, account: Account | undefined, log: Log): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, account ? 0o711 : 0o700);
  if (!account || (await canAccess(dataDir, account))) return join(dataDir, "postgres");
  const folder = join(sharedFolder, createHash("sha256").update(dataDir).digest("hex").slice(0, 16), "postgres");
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  log.warn({ folder }, "data folder is private to root; storing the database elsewhere");
  return folder;
}

/** Creates a temporary folder for the server's socket that only its account can enter. The data folder's path can be too long for one. */
async function createSocketFolder(account: Account | undefined): Promise<string> {
  const longest = maxSocketPath - "/slipway-123456/.s.PGSQL.5432".length;
  const isUsable = Buffer.byteLength(tmpdir()) <= longest && (!account || (await canAccess(tmpdir(), account)));
  const folder = await mkdtemp(join(isUsable ? tmpdir() : "/tmp", "slipway-"));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Creates the database cluster unless the folder already contains one. */
async function initialize(options: {
  folder: string;
  initdb: string;
  password: string;
  account: Account | undefined;
}): Promise<void> {
  const { folder, initdb, password, account } = options;
  if (await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => "")) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const passwordFile = join(dirname(folder), ".initdb-password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await Promise.all([folder, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  const initOptions = ["--username=slipway", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"];
  try {
    await run(initdb, [...initOptions, `--pgdata=${folder}`, `--pwfile=${passwordFile}`], account);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/**
 * Starts the embedded PostgreSQL in `dataDir` and restarts it if it exits. It listens on a Unix domain socket, which only
 * this process' account can reach. The caller must hold the lock on `dataDir`. If this process is root, the server runs as
 * another account.
 */
export async function startPostgres(options: {
  dataDir: string;
  log: Log;
  /** Additional server settings, as `name=value`. */
  settings?: readonly string[];
}): Promise<PostgresServer> {
  const { dataDir, log, settings = [] } = options;
  const account = await databaseAccount();
  const folder = await serverFolder(dataDir, account, log);
  const { postgres, initdb } = await locateBinaries(account);
  const password = await readPassword(join(dataDir, "postgres-password"));
  await stopOrphan(folder, log);
  await initialize({ folder, initdb, password, account });

  const socketFolder = await createSocketFolder(account);
  const url = `postgres://slipway:${password}@${encodeURIComponent(socketFolder)}:${port}/postgres`;
  const logFile = await open(join(dataDir, "postgres.log"), "a", 0o600);
  // A list, in which an entry with a comma or a space has to be quoted.
  const folders = `"${socketFolder.replaceAll('"', '""')}"`;
  const serverSettings = [...fixedSettings, `unix_socket_directories=${folders}`, ...settings];
  let child: ChildProcess;
  let stopping = false;

  const launch = () => {
    child = spawn(postgres, ["-D", folder, ...serverSettings.flatMap((setting) => ["-c", setting])], {
      ...account,
      stdio: ["ignore", logFile.fd, logFile.fd],
      env: environment,
      detached: true,
    });
    child.once("exit", (code, signal) => {
      if (stopping) return;
      log.error({ code, signal }, "database server exited; restarting");
      setTimeout(() => stopping || launch(), 200);
    });
  };
  launch();

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGINT");
      await exited;
    }
    await logFile.close();
    await rm(socketFolder, { recursive: true, force: true });
  };
  const deadline = Date.now() + startupSeconds * 1_000;
  while (!(await acceptsConnections(url))) {
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`database server didn't start within ${startupSeconds} s. See ${dataDir}/postgres.log.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { url, stop };
}
