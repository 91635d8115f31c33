import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** An address in front of another that can be cut, and moved to another target. */
export interface CuttableLine {
  url: string;
  /** Breaks every connection off without a word. */
  cut(): void;
  /** Takes no connections until `mend`. */
  down(): void;
  mend(): void;
  /** From now on connections go there. */
  lead(url: string): void;
  close(): Promise<void>;
}

export async function openLine(url: string): Promise<CuttableLine> {
  let target = new URL(url);
  let isDown = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  };
  const server = createServer((near) => {
    keep(near);
    if (isDown) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    keep(far);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound ? bound.port : 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    down() {
      isDown = true;
      cut();
    },
    mend() {
      isDown = false;
    },
    lead(next) {
      target = new URL(next);
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
