import type { Duplex } from "node:stream";

/**
 * Sends the last bytes of a connection and closes it. Node leaves upgraded connections half open: without this, a client that
 * doesn't close its side would keep them.
 */
export function endConnection(socket: Duplex, text: string): void {
  socket.end(text, () => socket.destroy());
}
