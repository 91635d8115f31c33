import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** Detects runs that execute twice: an agent's command keeps a connection open while it runs. */
export interface RunLocks {
  /** Returns a command that prints `line-1` to `line-<count>` while it keeps its run's connection open. */
  command(count: number, pauseSeconds: number): string;
  /** Runs that executed twice at the same time. */
  overlapping: string[];
  /** Number of starts per run. */
  starts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function openRunLocks(): Promise<RunLocks> {
  const open = new Map<string, Socket>();
  const starts = new Map<string, number>();
  const overlapping: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (data: Buffer) => {
      const runId = data.toString("utf8").trim();
      if (open.has(runId)) overlapping.push(runId);
      open.set(runId, socket);
      starts.set(runId, (starts.get(runId) ?? 0) + 1);
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
    overlapping,
    starts,
    async close() {
      for (const socket of open.values()) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
