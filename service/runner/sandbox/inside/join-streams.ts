import type { Duplex } from "node:stream";

/** Passes bytes both ways until one side closes or fails, then closes the other. */
export function joinStreams(left: Duplex, right: Duplex): void {
  left.pipe(right).pipe(left);
  const close = () => {
    left.destroy();
    right.destroy();
  };
  for (const each of [left, right]) each.on("error", close).on("close", close);
}
