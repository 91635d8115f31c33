import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import {
  closeCodes,
  connectPath,
  heartbeatMs,
  maxMessageBytes,
  silenceMs,
} from "@/lib/contract/worker-protocol/limits";
import { closeReason } from "@/lib/contract/worker-protocol/messages";
import type { Log } from "@/lib/core/log";
import { scheduleEvery } from "@/lib/core/schedule-every";
import type { Context } from "../../core/context";
import { errorBody } from "../../core/http/error-body";
import { Refusal } from "../../core/http/refusal";
import type { Principal } from "../../core/principal";
import { authenticateWorker } from "./authenticate-worker";
import { ConnectionEnd, WorkerConnection } from "./worker-connection";
import type { WorkerRunsContext } from "./worker-runs";

/** Where workers connect. */
export interface WorkerEndpoint {
  /** Answers a request to change the protocol. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends every connection so that the worker comes back, and resolves when what arrived is stored. */
  close(): Promise<void>;
}

function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  const body = JSON.stringify(errorBody("pools", refusal, ""));
  const lines = [
    `HTTP/1.1 ${refusal.status} Refused`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

function endSocket(log: Log, socket: WebSocket, reason: Error): void {
  if (reason instanceof ConnectionEnd) socket.close(closeCodes[reason.kind], closeReason(reason.message));
  else {
    log.error({ err: reason }, "a worker's connection failed");
    socket.close(closeCodes.failed, closeReason("the service could not do its part"));
  }
}

/** Sends heartbeats, and ends a connection whose worker is silent. Returns the function that stops it. */
function keepAlive({ clock, log }: Pick<Context, "clock" | "log">, socket: WebSocket, connection: WorkerConnection) {
  return scheduleEvery({ clock, log }, { everyMs: heartbeatMs, failure: "a heartbeat was not sent" }, async () => {
    if (clock.now() - connection.receivedAt >= silenceMs) {
      socket.close(closeCodes.silent, "nothing was heard");
      socket.terminate();
    } else if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"heartbeat"}');
  });
}

/** Accepts workers' connections, each authenticated before its first message. */
export function createWorkerEndpoint(context: WorkerRunsContext): WorkerEndpoint {
  const { log } = context;
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  const open = new Map<WebSocket, WorkerConnection>();
  /** Connections of this service by team and worker id. */
  const current = new Map<string, WebSocket>();
  const closings = new Set<Promise<void>>();
  let closing = false;

  function accept(socket: WebSocket, principal: Principal): void {
    const connection = new WorkerConnection({
      context,
      principal,
      send: (message) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
      },
      end: (reason) => endSocket(log, socket, reason),
      registered({ teamId, workerId }) {
        const key = `${teamId} ${workerId}`;
        const before = current.get(key);
        current.set(key, socket);
        before?.close(closeCodes.replaced, "another connection has the worker's id");
        log.info({ workerId }, "a worker connected");
        socket.once("close", () => current.get(key) === socket && current.delete(key));
      },
    });
    open.set(socket, connection);
    const stopHeartbeats = keepAlive(context, socket, connection);
    socket.on("message", (data, binary) => {
      if (binary || !Buffer.isBuffer(data)) socket.close(closeCodes.violation, "a message is not text");
      else connection.receive(data.toString("utf8"));
    });
    // A close always follows.
    socket.on("error", (error) => log.debug({ err: error }, "a worker's connection has an error"));
    socket.on("close", () => {
      stopHeartbeats();
      open.delete(socket);
      const closed: Promise<void> = connection
        .close()
        .catch((error) => log.error({ err: error }, "a worker's connection could not be closed"))
        .finally(() => closings.delete(closed));
      closings.add(closed);
    });
  }

  return {
    upgrade(request, socket, head) {
      const trouble = (error: Error) => log.debug({ err: error }, "a worker's connection broke off");
      socket.on("error", trouble);
      const path = (request.url ?? "/").split("?")[0];
      if (path !== connectPath) return refuseUpgrade(socket, new Refusal(404, "not_found", "No such operation"));
      if (closing) return refuseUpgrade(socket, new Refusal(503, "unavailable", "The service stops"));
      authenticateWorker(context, request.headers.authorization ?? null).then(
        (principal) => {
          if (!principal) {
            return refuseUpgrade(socket, new Refusal(401, "unauthorized", "Invalid or missing API key or token"));
          }
          server.handleUpgrade(request, socket, head, (accepted) => {
            socket.off("error", trouble);
            accept(accepted, principal);
          });
        },
        (error) => {
          log.error({ err: error }, "a worker could not be authenticated");
          refuseUpgrade(socket, new Refusal(503, "unavailable", "The service could not read its keys"));
        },
      );
    },
    async close() {
      closing = true;
      for (const socket of open.keys()) socket.close(closeCodes.restarting, "the service stops");
      const hard = setTimeout(() => {
        for (const socket of open.keys()) socket.terminate();
      }, 1_000);
      while (open.size > 0) await new Promise<void>((resolve) => [...open.keys()][0]?.once("close", () => resolve()));
      clearTimeout(hard);
      await Promise.all(closings);
    },
  };
}
