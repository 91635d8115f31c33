import type { Log } from "@/lib/core/log";
import type { Settings } from "@/lib/core/settings/settings";
import { lockDataDir } from "@/postgres/lock";
import { startPostgres } from "@/postgres/server";

/**
 * Calls `use` with the URL of the database server: `DATABASE_URL`, or the embedded server, which runs for the duration of
 * the call. Throws `DataDirInUse` if another process runs the embedded one.
 */
export async function withDatabaseServer<T>(
  { settings, log }: { settings: Pick<Settings, "databaseUrl" | "dataDir">; log: Log },
  use: (url: string) => Promise<T>,
): Promise<T> {
  if (settings.databaseUrl) return use(settings.databaseUrl);
  const unlock = await lockDataDir(settings.dataDir);
  try {
    const postgres = await startPostgres({ dataDir: settings.dataDir, log });
    try {
      return await use(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    await unlock();
  }
}
