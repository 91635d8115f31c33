import { buildPath } from "./build-path";
import type { Operation, PathInputOf, QueryInputOf } from "./operation";

/** Builds the encoded path and query of a call. Omits `undefined` query values and repeats the name of a list. */
export function callPath<O extends Operation>(
  operation: O,
  params: PathInputOf<O> & Readonly<Record<string, string>>,
  query?: QueryInputOf<O>,
): string {
  const path = buildPath(operation.path, params);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) search.append(name, String(each));
    }
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
