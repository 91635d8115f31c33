import type pg from "pg";
import { createLog } from "@/lib/core/log";
import { openStore, type Store } from "@/lib/server/db/store";

class KilledError extends Error {}

/** Calls an overloaded method. */
function call(target: object, method: (...parameters: never[]) => unknown, parameters: readonly unknown[]) {
  return Reflect.apply(method, target, parameters);
}

/** A process of the dashboard that can be killed between any two statements; for tests. */
export class KillableProcess {
  #dead = false;
  /** Statements until it is killed. */
  #left = Number.POSITIVE_INFINITY;

  private constructor(readonly store: Store) {
    const { pool } = store;
    const { query, connect } = pool;
    const step = () => this.step();
    const guardedQuery = (...parameters: unknown[]) => {
      step();
      return call(pool, query, parameters);
    };
    const guardedConnect = async (): Promise<pg.PoolClient> => {
      step();
      return this.#guard(await call(pool, connect, []));
    };
    // `pool.query` takes its connections with a callback, after it was counted.
    const connectOrCall = (...parameters: unknown[]) =>
      parameters.length === 0 ? guardedConnect() : call(pool, connect, parameters);
    Object.assign(pool, { query: guardedQuery, connect: connectOrCall });
  }

  static async start(url: string): Promise<KillableProcess> {
    return new KillableProcess(await openStore({ url, log: createLog({ program: "test", level: "silent" }) }));
  }

  #guard(client: pg.PoolClient): pg.PoolClient {
    const { query, release } = client;
    // The connection of a killed process breaks, which rolls its transaction back.
    const released = (error?: Error | boolean) => {
      Object.assign(client, { query, release });
      client.release(this.#dead ? true : error);
    };
    const guarded = (...parameters: unknown[]) => {
      try {
        this.step();
      } catch (error) {
        // Drizzle doesn't release a connection whose `begin` fails.
        released();
        throw error;
      }
      return call(client, query, parameters);
    };
    return Object.assign(client, { query: guarded, release: released });
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** Kills it before the statement after `statements` more. */
  killAfter(statements: number): void {
    this.#left = statements;
  }

  kill(): never {
    this.#dead = true;
    throw new KilledError("killed");
  }

  /** A point at which it can be killed. */
  step(): void {
    if (this.#dead || this.#left-- <= 0) this.kill();
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
