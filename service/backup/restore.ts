import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { z } from "zod";
import { createObjectReaders } from "@/git/objects/object-readers";
import { createRepositoryLocks } from "@/git/repository-locks";
import { createRepositoryStore } from "@/git/repository-store";
import { systemClock } from "@/lib/core/clock";
import { createLog, type Log } from "@/lib/core/log";
import { projectRoot } from "@/lib/core/settings/project-root";
import { readSettings, type Settings } from "@/lib/core/settings/settings";
import { type Database, openDatabase } from "@/postgres/database";
import { workspaceDir } from "@/runner/workspace/workspace";
import { artifactStore, stagingDir } from "../artifacts/storage";
import { withDatabaseServer } from "../core/store/database-server";
import { artifacts } from "../core/store/tables/artifacts";
import { settleRefUpdates } from "../hosting/git-data/settle-ref-updates";
import { printReport, verify } from "../verify/verify";
import { keyFiles } from "./backup";
import { loadDatabase, tablesWithRows } from "./load-database";
import { loadRepository } from "./load-repository";
import { BackupError, type DatabaseDump, keyFingerprint, type Manifest, readManifest } from "./manifest";
import { checkParts, describeWriteError } from "./parts";

const migrationFolders = {
  service: join(projectRoot, "service", "core", "store", "migrations"),
  dashboard: join(projectRoot, "lib", "server", "db", "migrations"),
};
type Name = keyof typeof migrationFolders;

const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** Throws unless this version knows all migrations of a dump. */
function checkMigrations(name: Name, { migrations }: DatabaseDump): void {
  const known = readMigrationFiles({ migrationsFolder: migrationFolders[name] }).map(({ hash }) => hash);
  if (migrations.length > known.length) {
    throw new BackupError(
      `the backup was created by a newer version (${migrations.length} migrations of the ${name} database, this version has ${known.length})`,
    );
  }
  if (migrations.some((hash, index) => hash !== known[index])) {
    throw new BackupError(
      `the backup's ${name} database doesn't match this version. Restore it with the version that created it.`,
    );
  }
}

/** Calls `use` with a folder that has only the first `count` migrations, so that an old dump fits the tables. */
async function withFirstMigrations<T>(source: string, count: number, use: (folder: string) => Promise<T>): Promise<T> {
  const journal = Journal.parse(JSON.parse(await readFile(join(source, "meta", "_journal.json"), "utf8")));
  if (journal.entries.length === count) return use(source);
  const folder = await mkdtemp(join(tmpdir(), "slipway-migrations-"));
  try {
    const entries = journal.entries.slice(0, count);
    await mkdir(join(folder, "meta"));
    await writeFile(join(folder, "meta", "_journal.json"), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await copyFile(join(source, `${tag}.sql`), join(folder, `${tag}.sql`));
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ownedFiles = [...keyFiles, "git", "artifacts", "workspaces"];

/** Throws if the data folder contains anything that a restore would write. */
async function checkDataDir(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  const found = names.filter((name) => ownedFiles.includes(name));
  if (found.length === 0) return;
  throw new BackupError(`${dataDir} isn't empty (${found.join(", ")}). Set DATA_DIR to a new folder.`);
}

function checkEncryptionKey({ encryptionKey }: Settings, { encryptionKey: expected, parts }: Manifest): void {
  if (!expected) return;
  if (
    encryptionKey
      ? keyFingerprint(encryptionKey) === expected
      : parts.some(({ path }) => path === "keys/encryption-key")
  )
    return;
  throw new BackupError(
    encryptionKey
      ? "ENCRYPTION_KEY doesn't match the backup's key"
      : "the backup doesn't include its encryption key. Set ENCRYPTION_KEY to the one it was created with.",
  );
}

interface Opened {
  name: Name;
  dump: DatabaseDump;
  database: Database;
}

/** Opens the databases with the tables of the backup's version. Throws if one has data. */
async function openEmpty(serverUrl: string, databases: Manifest["databases"], log: Log): Promise<Opened[]> {
  const opened: Opened[] = [];
  try {
    for (const name of ["service", "dashboard"] as const) {
      const dump = databases[name];
      if (!dump) continue;
      const database = await withFirstMigrations(migrationFolders[name], dump.migrations.length, (migrations) =>
        openDatabase({ url: serverUrl, name, migrations, log }),
      );
      opened.push({ name, dump, database });
      const client = await database.pool.connect();
      const filled = await tablesWithRows(client).finally(() => client.release());
      if (filled.length > 0) {
        throw new BackupError(
          `the ${name} database isn't empty (${filled.slice(0, 3).join(", ")}). Set DATABASE_URL to a new database.`,
        );
      }
    }
    return opened;
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

const closeAll = (opened: readonly Opened[]) => Promise.all(opened.map(({ database }) => database.close()));

async function restoreFiles(folder: string, dataDir: string, { parts, repositories }: Manifest): Promise<void> {
  const store = createRepositoryStore(dataDir);
  for (const repository of repositories) await loadRepository(store, { folder, ...repository });
  for (const { path } of parts) {
    const target = path.startsWith("keys/")
      ? path.slice("keys/".length)
      : path.startsWith("artifacts/")
        ? path
        : undefined;
    if (target === undefined) continue;
    await mkdir(dirname(join(dataDir, target)), { recursive: true });
    await copyFile(join(folder, path), join(dataDir, target));
  }
}

async function restoreRows(folder: string, opened: readonly Opened[], { deleted }: Manifest): Promise<void> {
  const clients = await Promise.all(
    opened.map(async (each) => ({ ...each, client: await each.database.pool.connect() })),
  );
  try {
    for (const { client, name, dump } of clients) {
      await client.query("begin");
      await loadDatabase(client, { folder, name, dump });
      if (name !== "service") continue;
      await client.query("delete from repositories where id = any($1)", [deleted.repositories]);
      for (const { agentId, path } of deleted.artifacts) {
        await client.query("delete from artifacts where agent_id = $1 and path = $2", [agentId, path]);
      }
    }
    for (const { client } of clients) await client.query("commit");
  } catch (error) {
    for (const { client } of clients) await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    for (const { client } of clients) client.release();
  }
}

/**
 * Restores a backup into an empty data folder and empty databases, after checking all of its files. Leaves nothing behind
 * if it fails. Throws {@link BackupError}.
 */
export async function restoreBackup(options: {
  settings: Settings;
  serverUrl: string;
  folder: string;
  manifest: Manifest;
  log: Log;
}): Promise<void> {
  const { settings, serverUrl, folder, manifest, log } = options;
  const { dataDir } = settings;
  const opened = await openEmpty(serverUrl, manifest.databases, log);
  try {
    await restoreFiles(folder, dataDir, manifest);
    await restoreRows(folder, opened, manifest);
  } catch (error) {
    await Promise.all(ownedFiles.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
    throw describeWriteError(error, dataDir);
  } finally {
    await closeAll(opened);
  }
}

/** Checks what it can about a backup and its target without a database server. */
export async function checkRestore(folder: string, settings: Settings): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const name of ["service", "dashboard"] as const) {
    const dump = manifest.databases[name];
    if (dump) checkMigrations(name, dump);
  }
  checkEncryptionKey(settings, manifest);
  await checkDataDir(settings.dataDir);
  await checkParts(folder, manifest.parts);
  return manifest;
}

/** Stores artifacts and copies them to the workspaces: after a run, an agent's artifacts are replaced with the files there. */
async function restoreArtifacts(db: NodePgDatabase, settings: Settings): Promise<void> {
  const digests = new Map<string, string[]>();
  for (const { agentId, path, digest, updatedAt } of await db.select().from(artifacts)) {
    digests.set(agentId, [...(digests.get(agentId) ?? []), digest]);
    if (path.split("/").includes("..")) continue;
    const target = join(workspaceDir({ settings }, agentId), path);
    const stored = join(stagingDir({ settings }, agentId), digest);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(stored, target);
    await utimes(target, updatedAt / 1_000, updatedAt / 1_000);
  }
  for (const [agentId, contents] of digests) await artifactStore({ settings }).put(agentId, contents);
}

/** Applies the remaining migrations, completes interrupted reference updates and verifies the result. */
export async function finishRestore(settings: Settings, serverUrl: string, log: Log) {
  const database = await openDatabase({ url: serverUrl, name: "service", migrations: migrationFolders.service, log });
  const db = drizzle(database.pool);
  const objects = createObjectReaders(systemClock);
  try {
    const repositories = createRepositoryStore(settings.dataDir);
    const git = { repositories, objects, locks: createRepositoryLocks() };
    await settleRefUpdates({ db, clock: systemClock, log, ...git }, { alone: true });
    await restoreArtifacts(db, settings);
    return await verify({ db, settings, repositories });
  } finally {
    objects.close();
    await database.close();
  }
}

/** `slipway restore <folder>`: restores into `DATA_DIR` and `DATABASE_URL`. Returns the exit code. */
export async function main(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [folderArgument, ...rest] = argv;
  if (folderArgument === undefined || folderArgument.startsWith("-") || rest.length > 0) {
    process.stderr.write("Usage: slipway restore <folder>\n");
    return 2;
  }
  const folder = resolve(folderArgument);
  const settings = readSettings(environment);
  const log = createLog({ program: "restore", level: "error" });
  const manifest = await checkRestore(folder, settings);
  return withDatabaseServer({ settings, log }, async (serverUrl) => {
    await restoreBackup({ settings, serverUrl, folder, manifest, log });
    process.stdout.write(`Restored the backup of ${manifest.createdAt} to ${settings.dataDir}\n`);
    return manifest.databases.service ? printReport(await finishRestore(settings, serverUrl, log)) : 0;
  });
}
