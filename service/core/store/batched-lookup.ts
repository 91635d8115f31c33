import { batchByTurn } from "@/lib/core/concurrency/batch-by-turn";
import type { Context } from "../context";

type Db = Context["db"];

/**
 * Returns a function that looks up keys in a database, for lookups of almost every request: those in the same turn of the
 * event loop share a statement. `prepare` is called once for each database and returns the read, usually of a prepared
 * statement.
 */
export function batchedLookup<Value>(
  prepare: (db: Db) => (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (db: Db, key: string) => Promise<Value | undefined> {
  const lookups = new WeakMap<Db, (key: string) => Promise<Value | undefined>>();

  function open(db: Db) {
    const read = prepare(db);
    const lookup = batchByTurn((keys) => read([...keys]));
    lookups.set(db, lookup);
    return lookup;
  }

  return (db, key) => (lookups.get(db) ?? open(db))(key);
}
