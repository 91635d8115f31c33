import { once } from "node:events";
import { createServer } from "node:net";

const tries = 100;

async function isFree(host: string, port: number): Promise<number | undefined> {
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return undefined;
    throw error;
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return address === null || typeof address === "string" ? port : address.port;
}

/** The preferred port, or the next free one. 0 means any. Skips the ports in `taken`. */
export async function freePort(host: string, preferred: number, taken: readonly number[] = []): Promise<number> {
  for (let port = preferred; port < preferred + tries && port <= 65_535; port += 1) {
    if (taken.includes(port)) continue;
    const free = await isFree(host, port);
    if (free !== undefined) return free;
  }
  throw new Error(`no free port on ${host} starting at ${preferred}`);
}
