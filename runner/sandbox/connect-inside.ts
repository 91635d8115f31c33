import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { insideSocket } from "./inside/forward-ports";

const timeoutMs = 10_000;
const accepted = "ok\n";

/**
 * Connects to a port inside a run's network, through the process that keeps the network open. `folder` has its socket. The
 * socket is paused. Throws when nothing is listening on the port.
 */
export function connectInside(folder: string, port: number): Promise<Socket> {
  const socket = connect({ path: join(folder, insideSocket), allowHalfOpen: true });
  return new Promise((resolve, reject) => {
    const fail = () => {
      socket.destroy();
      reject(new Error(`nothing is listening on port ${port}`));
    };
    socket.setTimeout(timeoutMs, fail);
    socket.on("error", fail).on("close", fail).on("end", fail);
    socket.once("data", (first: Buffer) => {
      socket.pause();
      if (first.toString("latin1", 0, accepted.length) !== accepted) return fail();
      socket.off("end", fail).off("close", fail).setTimeout(0).removeAllListeners("timeout");
      if (first.length > accepted.length) socket.unshift(first.subarray(accepted.length));
      resolve(socket);
    });
    socket.write(`${port}\n`);
  });
}
