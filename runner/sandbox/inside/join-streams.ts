import type { Duplex } from "node:stream";

/** Pipes two streams into each other until one closes or fails, then closes the other. */
export function joinStreams(left: Duplex, right: Duplex): void {
  left.pipe(right).pipe(left);
  const close = () => {
    left.destroy();
    right.destroy();
  };
  for (const each of [left, right]) each.on("error", close).on("close", close);
}
