import { startTestServer } from "@/postgres/testing/test-server";
import { bundle } from "./bundle.mjs";
import moveTemporaryFilesToMemory from "./testing/memory-folder";

/**
 * Vitest global setup: bundles the programs and starts one database server for the run. Vitest calls it for the root and
 * for each project; only the first call does something.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES_URL) return undefined;
  await bundle();
  process.env.SLIPWAY_BUILT = "1";
  const removeTemporaryFiles = moveTemporaryFilesToMemory();
  const server = await startTestServer();
  process.env.TEST_POSTGRES_URL = server.url;
  return async () => {
    await server.stop();
    removeTemporaryFiles();
  };
}
