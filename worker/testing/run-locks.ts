import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** Sees runs at work: an agent's command holds a connection open for as long as it lives. */
export interface RunLocks {
  /** A command that prints `line-1` to `line-<count>` while it holds its run's connection. */
  command(count: number, pauseSeconds: number): string;
  /** Runs that were at work twice at the same time. */
  twice: string[];
  /** How often each run began to work. */
  begun: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function openRunLocks(): Promise<RunLocks> {
  const open = new Map<string, Socket>();
  const begun = new Map<string, number>();
  const twice: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (data: Buffer) => {
      const runId = data.toString("utf8").trim();
      if (open.has(runId)) twice.push(runId);
      open.set(runId, socket);
      begun.set(runId, (begun.get(runId) ?? 0) + 1);
      socket.once("close", () => open.get(runId) === socket && open.delete(runId));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound ? bound.port : 0;
  return {
    command: (count, pauseSeconds) =>
      [
        `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}; echo $SVC_REQUEST_ID >&3`,
        `for i in $(seq 1 ${count}); do echo line-$i; sleep ${pauseSeconds}; done'`,
      ].join("; "),
    twice,
    begun,
    async close() {
      for (const socket of open.values()) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
