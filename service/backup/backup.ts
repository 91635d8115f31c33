import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { createRepositoryStore } from "@/git/repository-store";
import { type Clock, systemClock } from "@/lib/core/clock";
import { createLog } from "@/lib/core/log";
import { projectRoot } from "@/lib/core/settings/project-root";
import { readSettings, type Settings } from "@/lib/core/settings/settings";
import { counted } from "@/lib/model/plural";
import { databaseUrl } from "@/postgres/database";
import { artifactStore, contentStream } from "../artifacts/storage";
import { withDatabaseServer } from "../core/store/database-server";
import { maintenanceLock } from "../hosting/repositories/maintain-repositories";
import { dumpDatabase } from "./dump-database";
import { dumpRepository } from "./dump-repository";
import { BackupError, backupFormat, keyFingerprint, type Manifest, manifestFile, type Part } from "./manifest";
import { describeWriteError, writePart } from "./parts";

/** Files of the data folder with keys and secrets. Not all exist on every installation. */
export const keyFiles = [
  "keys.json",
  "dashboard-app.json",
  "encryption-key",
  "dashboard-secret",
  "ssh-host-key",
] as const;

interface Connections {
  /** In a REPEATABLE READ transaction. */
  service: pg.Client | undefined;
  dashboard: pg.Client | undefined;
  /** Not in the snapshot: reads the current state. */
  live: pg.Client | undefined;
}

const missingDatabase = "3D000";

async function connect(serverUrl: string, name: "service" | "dashboard"): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl(serverUrl, name).url });
  // Queries report a lost connection.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === missingDatabase) return undefined;
    throw error;
  }
}

/** Opens both databases and takes their snapshots, one right after the other. */
async function openSnapshots(serverUrl: string, isRemote: boolean): Promise<Connections> {
  const service = isRemote ? undefined : await connect(serverUrl, "service");
  const live = service && (await connect(serverUrl, "service"));
  const dashboard = await connect(serverUrl, "dashboard");
  // Waits until maintenance ends, and pauses it until the connection is closed.
  await live?.query("select pg_advisory_lock($1)", [maintenanceLock]);
  for (const client of [service, dashboard]) await client?.query("begin isolation level repeatable read read only");
  // The first query of a transaction takes its snapshot.
  await Promise.all(
    [service, dashboard].map((client) => client?.query("select from drizzle.__drizzle_migrations limit 1")),
  );
  return { service, dashboard, live };
}

type Copied = Pick<Manifest, "repositories" | "deleted" | "parts">;

async function copyRepositories(
  { service: client, live }: Connections,
  { folder, dataDir, warn }: { folder: string; dataDir: string; warn: (message: string) => void },
  copied: Copied,
): Promise<void> {
  if (!client || !live) return;
  const store = createRepositoryStore(dataDir);
  const { rows } = await client.query<{ id: string; defaultBranch: string }>(
    `select id, default_branch as "defaultBranch" from repositories order by id`,
  );
  for (const row of rows) {
    if (!(await store.exists(row.id))) {
      const { rowCount } = await live.query("select from repositories where id = $1", [row.id]);
      if (rowCount) warn(`repository ${row.id} has no folder. Run slipway verify.`);
      else copied.deleted.repositories.push(row.id);
      continue;
    }
    const parts = await dumpRepository({ client, live, repositories: store }, { folder, id: row.id });
    if (parts) {
      copied.repositories.push(row);
      copied.parts.push(...parts);
    } else copied.deleted.repositories.push(row.id);
  }
}

async function copyArtifacts(
  { service: client }: Connections,
  { folder, settings }: { folder: string; settings: Settings },
  copied: Copied,
): Promise<void> {
  if (!client) return;
  const { rows } = await client.query<{ agentId: string; path: string; digest: string }>(
    `select agent_id as "agentId", path, digest from artifacts order by agent_id, digest`,
  );
  const done = new Set<string>();
  for (const { agentId, path, digest } of rows) {
    const name = `artifacts/${agentId}/${digest}`;
    if (done.has(name)) continue;
    const content = await artifactStore({ settings }).open(agentId, digest);
    if (content) {
      copied.parts.push(await writePart(folder, name, contentStream(content)));
      done.add(name);
    } else copied.deleted.artifacts.push({ agentId, path });
  }
}

async function copyKeys(folder: string, dataDir: string): Promise<Part[]> {
  const parts: Part[] = [];
  for (const name of keyFiles) {
    const file = join(dataDir, name);
    if (await stat(file).catch(() => undefined)) {
      parts.push(await writePart(folder, `keys/${name}`, createReadStream(file)));
    }
  }
  return parts;
}

async function encryptionKeyOf({ encryptionKey, dataDir }: Settings): Promise<string | undefined> {
  const stored = await readFile(join(dataDir, "encryption-key"), "utf8").catch(() => "");
  return encryptionKey ?? (stored.trim() || undefined);
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, manifestFile), "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function copyAll(
  serverUrl: string,
  {
    settings,
    folder,
    clock,
    warn,
  }: { settings: Settings; folder: string; clock: Clock; warn: (message: string) => void },
): Promise<Manifest> {
  const connections = await openSnapshots(serverUrl, settings.serviceUrl !== undefined);
  try {
    const { service, dashboard } = connections;
    if (!service && !dashboard) throw new BackupError("the database server has no Slipway data");
    const createdAt = new Date(clock.now()).toISOString();
    const copied: Copied = { repositories: [], deleted: { repositories: [], artifacts: [] }, parts: [] };
    const databases: Manifest["databases"] = {};
    for (const [name, client] of Object.entries({ service, dashboard })) {
      if (!client) continue;
      const { dump, parts } = await dumpDatabase(client, { folder, name });
      if (name === "service") databases.service = dump;
      else databases.dashboard = dump;
      copied.parts.push(...parts);
    }
    await copyRepositories(connections, { folder, dataDir: settings.dataDir, warn }, copied);
    await copyArtifacts(connections, { folder, settings }, copied);
    copied.parts.push(...(await copyKeys(folder, settings.dataDir)));
    const { version } = JSON.parse(await readFile(join(projectRoot, "package.json"), "utf8"));
    const key = service && (await encryptionKeyOf(settings));
    return {
      format: backupFormat,
      version: String(version),
      createdAt,
      ...(key ? { encryptionKey: keyFingerprint(key) } : {}),
      databases,
      ...copied,
    };
  } finally {
    await Promise.all(Object.values(connections).map((client) => client?.end()));
  }
}

/**
 * Writes a backup of the databases, repositories, artifacts and keys to a new folder. The service can be running: each
 * database is read as of a single moment, and files that it refers to are never deleted before its rows. Writes the whole
 * backup or nothing. Throws {@link BackupError}.
 */
export async function createBackup(options: {
  settings: Settings;
  /** URL of the PostgreSQL server. */
  serverUrl: string;
  folder: string;
  warn: (message: string) => void;
  clock?: Clock;
}): Promise<Manifest> {
  const { settings, serverUrl, warn, clock = systemClock } = options;
  const folder = resolve(options.folder);
  const present = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    if (error.code === "ENOTDIR") throw new BackupError(`${folder} is a file. Select a new or empty folder.`);
    throw error;
  });
  if (present && present.length > 0) throw new BackupError(`${folder} isn't empty. Select a new or empty folder.`);
  const partial = `${folder}.partial-${process.pid}`;
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(partial, { mode: 0o700 });
  try {
    const manifest = await copyAll(serverUrl, { settings, folder: partial, clock, warn });
    await writeManifest(partial, manifest);
    if (present) await rmdir(folder);
    await rename(partial, folder);
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw describeWriteError(error, dirname(folder));
  }
}

/** `slipway backup <folder>`. Starts the embedded database if Slipway isn't running. Returns the exit code. */
export async function main(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [folder, ...rest] = argv;
  if (folder === undefined || folder.startsWith("-") || rest.length > 0) {
    process.stderr.write("Usage: slipway backup <folder>\n");
    return 2;
  }
  const settings = readSettings(environment);
  const log = createLog({ program: "backup", level: "warn" });
  const warn = (message: string) => process.stderr.write(`Warning: ${message}\n`);
  const manifest = await withDatabaseServer({ settings, log }, (serverUrl) =>
    createBackup({ settings, serverUrl, folder, warn }),
  );
  const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
  const content = [
    counted(manifest.repositories.length, "repository", "repositories"),
    counted(manifest.parts.length, "file"),
    `${(bytes / 1024 ** 2).toFixed(1)} MB`,
  ];
  process.stdout.write(`Backup of ${manifest.createdAt} written to ${resolve(folder)}: ${content.join(", ")}\n`);
  const hasKey = manifest.parts.some(({ path }) => path === "keys/encryption-key");
  if (manifest.encryptionKey && !hasKey) {
    process.stdout.write("ENCRYPTION_KEY isn't included. Keep it safe: you need it to restore the backup.\n");
  }
  return 0;
}
