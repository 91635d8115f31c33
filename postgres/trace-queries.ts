import type pg from "pg";
import { isTraced, spanUntil } from "@/lib/core/tracing/tracing";

const target = /\b(?:from|into|update|table)\s+(?:only\s+)?"?([a-z_][a-z0-9_]{0,62})/i;

/** The first word of a statement and its first table, such as `select agents`. Statements can contain values. */
export function querySummary(statement: string): string {
  const text = statement.slice(0, 4_000);
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? "query";
  const table = target.exec(text)?.[1];
  return table ? `${verb} ${table}` : verb;
}

const textOf = (query: unknown) => (typeof query === "string" ? query : String(Object(query).text ?? ""));

/** Creates a span for each query of a connection that belongs to a trace. */
export function traceQueries(client: pg.PoolClient, database: string): void {
  client.query = new Proxy(client.query, {
    apply(query, self, args: unknown[]) {
      if (!isTraced()) return Reflect.apply(query, self, args);
      const summary = querySummary(textOf(args[0]));
      const attributes = { "db.system.name": "postgresql", "db.namespace": database, "db.query.summary": summary };
      const end = spanUntil(summary, { kind: "CLIENT", attributes });
      if (!end) return Reflect.apply(query, self, args);
      const callback = args.at(-1);
      if (typeof callback === "function") {
        const wrapped = (error: unknown, ...results: unknown[]) => {
          end(error);
          Reflect.apply(callback, undefined, [error, ...results]);
        };
        return Reflect.apply(query, self, [...args.slice(0, -1), wrapped]);
      }
      const result: unknown = Reflect.apply(query, self, args);
      if (result instanceof Promise) result.then(() => end(), end);
      else end();
      return result;
    },
  });
}
