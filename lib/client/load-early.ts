/**
 * For code that a screen always shows but that isn't rendered on the server. In the browser, starts loading it when the module
 * that calls this runs, instead of after hydration. Returns `load`; a failed import is repeated when the code is needed.
 */
export function loadEarly<T>(load: () => Promise<T>): () => Promise<T> {
  if (typeof window !== "undefined") load().catch(() => undefined);
  return load;
}
