import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy whose connections tests can drop, and whose target can change. */
export interface TcpProxy {
  url: string;
  /** Drops all connections. */
  cut(): void;
  /** Drops all connections and rejects new ones until `up`. */
  down(): void;
  up(): void;
  /** Sends new connections to another URL. */
  retarget(url: string): void;
  close(): Promise<void>;
}

export async function openProxy(url: string): Promise<TcpProxy> {
  let target = new URL(url);
  let isDown = false;
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay();
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  };
  const server = createServer((client) => {
    track(client);
    if (isDown) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    track(upstream);
    client.pipe(upstream).pipe(client);
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
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
    up() {
      isDown = false;
    },
    retarget(next) {
      target = new URL(next);
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
