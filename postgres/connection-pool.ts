import pg from "pg";

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * Releases connections that end while they are in use. Drizzle doesn't release a connection if `begin` fails, so the pool
 * would run out of connections.
 */
export class ConnectionPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect().then(releaseOnEnd);
    super.connect(callback);
    return undefined;
  }
}

function releaseOnEnd(client: pg.PoolClient): pg.PoolClient {
  const release = client.release;
  let isReleased = false;
  const onEnd = () => client.release(true);
  client.release = (problem) => {
    if (isReleased) return;
    isReleased = true;
    client.off("end", onEnd);
    release(problem);
  };
  client.once("end", onEnd);
  return client;
}
