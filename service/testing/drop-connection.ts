import type pg from "pg";

interface Drop {
  happened: boolean;
}

const end = "select pg_terminate_backend(pg_backend_pid())";

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  return query !== null && typeof query === "object" && "text" in query ? String(query.text) : "";
}

/**
 * Makes the database close the connection at the next statement that matches `statement`: before it runs, or after its
 * transaction has committed but before the client receives the confirmation.
 */
export function dropConnection(pool: pg.Pool, statement: RegExp, moment: "before" | "committed" = "before"): Drop {
  const drop: Drop = { happened: false };
  const watched = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query;
    let matched = false;
    Object.assign(client, {
      query(...args: unknown[]): unknown {
        const text = textOf(args[0]);
        if (drop.happened) return Reflect.apply(query, client, args);
        if (statement.test(text)) matched = true;
        else if (text === "begin") matched = false;
        if (!matched || (moment === "committed" && text !== "commit")) return Reflect.apply(query, client, args);
        drop.happened = true;
        if (moment === "before") {
          client.query(end).catch(() => undefined);
          return Reflect.apply(query, client, args);
        }
        return (async () => {
          await Reflect.apply(query, client, args);
          return Reflect.apply(query, client, [end]);
        })();
      },
    });
  });
  return drop;
}
