import pg from "pg";

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * Gives back a connection that ends while it is in use. Drizzle does not, when `begin` is what finds it dead: the pool
 * would count it for ever, and stand still after as many as it may have.
 */
export class ConnectionPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect().then(releasedWhenItEnds);
    super.connect(callback);
    return undefined;
  }
}

function releasedWhenItEnds(client: pg.PoolClient): pg.PoolClient {
  const release = client.release;
  let isReleased = false;
  const ended = () => client.release(true);
  client.release = (problem) => {
    if (isReleased) return;
    isReleased = true;
    client.off("end", ended);
    release(problem);
  };
  client.once("end", ended);
  return client;
}
