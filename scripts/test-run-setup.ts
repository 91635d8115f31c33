import { startTestServer } from "@/postgres/testing/test-server";
import { bundle } from "./bundle.mjs";
import keepTemporaryFilesInMemory from "./testing/memory-folder";

/** Vitest global set-up: the bundled programs, and one database server for the whole run. */
export default async function setup(): Promise<() => Promise<void>> {
  await bundle();
  const removeTemporaryFiles = keepTemporaryFilesInMemory();
  const server = await startTestServer();
  process.env.TEST_POSTGRES_URL = server.url;
  return async () => {
    await server.stop();
    removeTemporaryFiles();
  };
}
