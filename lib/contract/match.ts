import type { Method, Operation } from "./operation";
import { compareSpecificity, compilePath, matchPath, type PathPattern, splitPath } from "./path";

/** The parts of an operation the matcher uses. */
export type Routable = Pick<Operation, "id" | "method" | "path" | "alternates">;

export interface Match<O extends Routable> {
  operation: O;
  params: Record<string, string>;
}

export interface Matcher<O extends Routable> {
  /** Finds the operation of a method and a raw, still encoded path; `undefined` for an unknown path or wrong method. */
  match(method: string, rawPath: string): Match<O> | undefined;
}

/**
 * Builds a matcher over a table of operations. Static segments win over dynamic ones regardless of the table's order.
 * Throws when two operations claim the same method and path form.
 */
export function createMatcher<O extends Routable>(operations: readonly O[]): Matcher<O> {
  const byMethod = new Map<Method, { pattern: PathPattern; operation: O }[]>();
  const claimed = new Map<string, string>();
  for (const operation of operations) {
    for (const source of [operation.path, ...operation.alternates]) {
      const form = `${operation.method} ${source.replace(/\{[A-Za-z0-9]+([+?]?)\}/g, "{$1}")}`;
      const other = claimed.get(form);
      if (other) throw new Error(`${operation.id} and ${other} both claim ${form}`);
      claimed.set(form, operation.id);
      const routes = byMethod.get(operation.method) ?? [];
      routes.push({ pattern: compilePath(source), operation });
      byMethod.set(operation.method, routes);
    }
  }
  for (const routes of byMethod.values()) routes.sort((a, b) => compareSpecificity(a.pattern, b.pattern));
  const methods: ReadonlyMap<string, { pattern: PathPattern; operation: O }[]> = byMethod;

  return {
    match(method, rawPath) {
      const parts = splitPath(rawPath);
      if (!parts) return undefined;
      for (const { pattern, operation } of methods.get(method) ?? []) {
        const params = matchPath(pattern, parts);
        if (params) return { operation, params };
      }
      return undefined;
    },
  };
}
