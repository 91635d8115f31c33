import type pg from "pg";

interface Loss {
  happened: boolean;
}

const end = "select pg_terminate_backend(pg_backend_pid())";

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  return query !== null && typeof query === "object" && "text" in query ? String(query.text) : "";
}

/**
 * Lets the database end the connection over the next statement that `statement` matches: before it is carried out, or
 * once the transaction it belongs to is committed, so that nobody hears of it.
 */
export function loseConnection(pool: pg.Pool, statement: RegExp, moment: "before" | "committed" = "before"): Loss {
  const loss: Loss = { happened: false };
  const watched = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query;
    let isConcerned = false;
    Object.assign(client, {
      query(...given: unknown[]): unknown {
        const text = textOf(given[0]);
        if (loss.happened) return Reflect.apply(query, client, given);
        if (statement.test(text)) isConcerned = true;
        else if (text === "begin") isConcerned = false;
        if (!isConcerned || (moment === "committed" && text !== "commit")) return Reflect.apply(query, client, given);
        loss.happened = true;
        if (moment === "before") {
          client.query(end).catch(() => undefined);
          return Reflect.apply(query, client, given);
        }
        return (async () => {
          await Reflect.apply(query, client, given);
          return Reflect.apply(query, client, [end]);
        })();
      },
    });
  });
  return loss;
}
