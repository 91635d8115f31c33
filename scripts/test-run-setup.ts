import { startTestServer } from "@/postgres/testing/test-server";
import { bundle } from "./bundle.mjs";
import moveTemporaryFilesToMemory from "./testing/memory-folder";

/** Vitest global setup: bundles the programs and starts one database server for the run. */
export default async function setup(): Promise<() => Promise<void>> {
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
