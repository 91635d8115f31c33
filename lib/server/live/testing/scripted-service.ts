import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { FakeClock } from "@/lib/core/testing/fake-clock";
import type { Service } from "@/lib/server/upstream/client/service";

export interface OpenStream {
  url: string;
  lastEventId: string | undefined;
  accept: string | undefined;
  write(text: string): void;
  /** Drops the connection, like a network failure. */
  cut(): void;
  end(): void;
  readonly closed: boolean;
}

/** A test service over real HTTP. Tests respond to each stream request. */
export async function scriptedService(clock: FakeClock) {
  const opened: OpenStream[] = [];
  /** Responses to return instead of a stream, in order. */
  const failures: { status: number; body: object }[] = [];
  const runs = new Map<string, object>();

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? "";
    if (!url.split("?")[0]?.endsWith("/stream")) {
      const run = runs.get(url);
      response.writeHead(run ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(run ?? {}));
      return;
    }
    const failure = failures.shift();
    if (failure) {
      response.writeHead(failure.status, { "content-type": "application/json" }).end(JSON.stringify(failure.body));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    let closed = false;
    response.on("close", () => {
      closed = true;
    });
    const header = request.headers["last-event-id"];
    opened.push({
      url,
      lastEventId: typeof header === "string" ? header : undefined,
      accept: request.headers.accept,
      write: (text) => response.write(text),
      cut: () => response.destroy(),
      end: () => response.end(),
      get closed() {
        return closed;
      },
    });
  }

  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the test service has no port");
  let requests = 0;
  const service: Service = {
    address: { base: `http://127.0.0.1:${address.port}`, repohostPrefix: "/v1/repohost" },
    credentials: { authorization: async () => "Bearer test-key" },
    clock,
    ids: { uuid: () => `request-${++requests}` },
  };
  return {
    service,
    opened,
    failures,
    runs,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const event = (id: string | undefined, name: string, data: unknown) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
