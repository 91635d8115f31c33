/**
 * Returns a function that looks up keys with `read`. Lookups in the same turn of the event loop share a read, and a lookup
 * never joins a read that started before it.
 */
export function batchByTurn<Value>(
  read: (keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let batch: { keys: Set<string>; values: Promise<ReadonlyMap<string, Value>> } | undefined;

  function open() {
    const keys = new Set<string>();
    const values = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      batch = undefined;
      return read(keys);
    });
    return { keys, values };
  }

  return async (key) => {
    batch ??= open();
    batch.keys.add(key);
    return (await batch.values).get(key);
  };
}
