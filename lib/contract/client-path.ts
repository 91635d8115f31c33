import type { z } from "zod";
import type { Operation } from "./operation";
import { buildPath, compilePath } from "./path";

type PathInput<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R> ? z.input<P> : never;
type QueryInput<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R> ? z.input<Q> : never;

/** Builds the encoded path and query of a call. Query values that are `undefined` are left out. */
export function callPath<O extends Operation>(
  operation: O,
  params: PathInput<O> & Readonly<Record<string, string>>,
  query?: QueryInput<O>,
): string {
  const path = buildPath(compilePath(operation.path), params);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
