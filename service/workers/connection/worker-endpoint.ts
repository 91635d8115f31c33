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
import { streamData } from "@/lib/contract/worker-protocol/stream-messages";
import { endConnection } from "@/lib/core/http/end-connection";
import type { Log } from "@/lib/core/log";
import { scheduleEvery } from "@/lib/core/schedule-every";
import { watchAccess } from "@/lib/core/watch-access";
import type { Context } from "../../core/context";
import { ApiError } from "../../core/http/api-error";
import { errorBody } from "../../core/http/error-body";
import { registrationTokenPrefix, workerCredentialPrefix } from "../../core/principal";
import { holderPrincipal } from "../../users/holder";
import { authenticateWorker, type WorkerCaller } from "./authenticate-worker";
import { ConnectionEnd, WorkerConnection } from "./worker-connection";
import type { WorkerRunsContext } from "./worker-runs";

/** The WebSocket endpoint for workers. */
export interface WorkerEndpoint {
  /** Handles an HTTP upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all connections, so workers reconnect later. Resolves once all received data is stored. */
  close(): Promise<void>;
}

function rejectUpgrade(socket: Duplex, error: ApiError): void {
  const body = JSON.stringify(errorBody("pools", error, ""));
  const lines = [
    `HTTP/1.1 ${error.status} Rejected`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
  ];
  endConnection(socket, `${lines.join("\r\n")}\r\n\r\n${body}`);
}

function endSocket(log: Log, socket: WebSocket, reason: Error): void {
  if (reason instanceof ConnectionEnd) socket.close(closeCodes[reason.kind], closeReason(reason.message));
  else {
    log.error({ err: reason }, "worker connection failed");
    socket.close(closeCodes.failed, closeReason("internal error"));
  }
}

function unauthorized(authorization: string | undefined): ApiError {
  const prefixes = [registrationTokenPrefix, workerCredentialPrefix];
  const message = prefixes.some((prefix) => authorization?.includes(` ${prefix}_`))
    ? "The registration token is invalid, was deleted or has expired. Create a new one"
    : "Invalid or missing API key or token";
  return new ApiError(401, "unauthorized", message);
}

/** Sends heartbeats and closes the connection of a silent worker. Returns a function that stops it. */
function keepAlive({ clock, log }: Pick<Context, "clock" | "log">, socket: WebSocket, connection: WorkerConnection) {
  return scheduleEvery({ clock, log }, { everyMs: heartbeatMs, failure: "couldn't send a heartbeat" }, async () => {
    if (clock.now() - connection.receivedAt >= silenceMs) {
      socket.close(closeCodes.silent, "heartbeat timeout");
      socket.terminate();
    } else if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"heartbeat"}');
  });
}

/** Accepts worker connections. Each is authenticated before its first message. */
export function createWorkerEndpoint(context: WorkerRunsContext): WorkerEndpoint {
  const { log } = context;
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  const open = new Map<WebSocket, WorkerConnection>();
  /** Current connection of each worker, by team and worker id. */
  const current = new Map<string, WebSocket>();
  const closings = new Set<Promise<void>>();
  let closing = false;

  function accept(socket: WebSocket, { principal, holder }: WorkerCaller): void {
    const connection = new WorkerConnection({
      context,
      principal,
      holder,
      send: (message) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
      },
      sendData: (streamId, data, sent) => socket.send(streamData(streamId, data), sent),
      end: (reason) => endSocket(log, socket, reason),
      registered({ teamId, workerId }) {
        const key = `${teamId} ${workerId}`;
        const before = current.get(key);
        current.set(key, socket);
        before?.close(closeCodes.replaced, "replaced by another connection with the same worker id");
        log.info({ workerId }, "worker connected");
        socket.once("close", () => current.get(key) === socket && current.delete(key));
      },
    });
    open.set(socket, connection);
    const stopHeartbeats = keepAlive(context, socket, connection);
    const isAuthorized = async () => (await holderPrincipal(context, holder)) !== undefined;
    const unwatch = watchAccess({ clock: context.clock, isAuthorized }, () => connection.revoke());
    socket.on("message", (data, binary) => {
      if (!Buffer.isBuffer(data)) socket.close(closeCodes.failed, "unexpected message");
      else if (binary) connection.receiveData(data);
      else connection.receive(data.toString("utf8"));
    });
    // A close event always follows.
    socket.on("error", (error) => log.debug({ err: error }, "worker connection error"));
    socket.on("close", () => {
      stopHeartbeats();
      unwatch();
      open.delete(socket);
      const closed: Promise<void> = connection
        .close()
        .catch((error) => log.error({ err: error }, "couldn't close a worker connection"))
        .finally(() => closings.delete(closed));
      closings.add(closed);
    });
  }

  return {
    upgrade(request, socket, head) {
      const onError = (error: Error) => log.debug({ err: error }, "worker connection lost");
      socket.on("error", onError);
      const path = (request.url ?? "/").split("?")[0];
      if (path !== connectPath) return rejectUpgrade(socket, new ApiError(404, "not_found", "Operation not found"));
      if (closing) return rejectUpgrade(socket, new ApiError(503, "unavailable", "The service is shutting down"));
      authenticateWorker(context, request.headers.authorization ?? null).then(
        (caller) => {
          if (!caller) return rejectUpgrade(socket, unauthorized(request.headers.authorization));
          server.handleUpgrade(request, socket, head, (accepted) => {
            socket.off("error", onError);
            accept(accepted, caller);
          });
        },
        (error) => {
          if (error instanceof ApiError) return rejectUpgrade(socket, error);
          log.error({ err: error }, "couldn't authenticate a worker");
          rejectUpgrade(socket, new ApiError(503, "unavailable", "Authentication is temporarily unavailable"));
        },
      );
    },
    async close() {
      closing = true;
      for (const socket of open.keys()) socket.close(closeCodes.restarting, "service shutting down");
      const forceClose = setTimeout(() => {
        for (const socket of open.keys()) socket.terminate();
      }, 1_000);
      while (open.size > 0) await new Promise<void>((resolve) => [...open.keys()][0]?.once("close", () => resolve()));
      clearTimeout(forceClose);
      await Promise.all(closings);
    },
  };
}
