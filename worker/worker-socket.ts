import type { ClientRequest, IncomingMessage } from "node:http";
import { type RawData, WebSocket } from "ws";
import type { z } from "zod";
import { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { Register } from "@/lib/contract/worker-protocol/from-worker";
import { closeCodes, connectPath, maxMessageBytes, silenceMs } from "@/lib/contract/worker-protocol/limits";
import { closeReason, ProtocolViolation, readMessage } from "@/lib/contract/worker-protocol/messages";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { scheduleEvery } from "@/lib/core/schedule-every";

export type Welcome = Extract<z.infer<typeof FromService>, { type: "welcome" }>;

export interface SocketClose {
  code: number;
  reason: string;
  /** HTTP status of a rejected handshake. */
  status?: number;
  wasWelcomed: boolean;
}

export interface WorkerSocketOptions {
  endpoint: string;
  credential: string;
  /** The first message. */
  register(): Register;
  /** The service accepted the registration; called before any other message. */
  onWelcome(welcome: Welcome): void;
  onMessage(message: FromService): void;
  /** Data of a stream. */
  onData(message: Buffer): void;
  /** Called once. */
  onClose(close: SocketClose): void;
  clock: Clock;
  log: Log;
}

/** A WebSocket to the service: handshake, registration and heartbeats. Closes itself when the service is silent. */
export class WorkerSocket {
  readonly #options: WorkerSocketOptions;
  readonly #socket: WebSocket;
  #welcomed = false;
  #closed = false;
  #error = "";
  #receivedAt = 0;
  #stopHeartbeats = () => {};

  constructor(options: WorkerSocketOptions) {
    this.#options = options;
    this.#socket = new WebSocket(`${options.endpoint.replace(/^http/, "ws")}${connectPath}`, {
      headers: { authorization: `Bearer ${options.credential}` },
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      handshakeTimeout: silenceMs,
      followRedirects: false,
    });
    this.#socket.on("unexpected-response", (request, response) => this.#onRejected(request, response));
    this.#socket.on("open", () => this.#opened());
    this.#socket.on("message", (data, isBinary) => this.#received(data, isBinary));
    // A close event always follows an error.
    this.#socket.on("error", (error) => {
      this.#error = error.message;
    });
    this.#socket.on("close", (code, reason) => this.#ended(code, reason.toString("utf8") || this.#error));
  }

  /** Sends a message, or drops it if the service hasn't welcomed the worker yet. */
  send(text: string): void {
    if (this.#welcomed) this.#socket.send(text);
  }

  /** Sends data of a stream. `sent` is called once the operating system has accepted it. */
  sendData(message: Buffer, sent: (error?: Error | null) => void): void {
    if (this.#welcomed) this.#socket.send(message, sent);
    else sent(new Error("not connected to the service"));
  }

  close(reason: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.close(1000, closeReason(reason));
    else this.#socket.terminate();
  }

  #opened(): void {
    const { clock, log, register } = this.#options;
    this.#socket.send(JSON.stringify(register()));
    this.#receivedAt = clock.now();
    const schedule = { everyMs: silenceMs / 3, failure: "couldn't send a heartbeat" };
    this.#stopHeartbeats = scheduleEvery({ clock, log }, schedule, async () => {
      if (clock.now() - this.#receivedAt >= silenceMs) this.#socket.terminate();
      else this.send('{"type":"heartbeat"}');
    });
  }

  #onRejected(request: ClientRequest, response: IncomingMessage): void {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => {
      text = (text + chunk).slice(0, 1_000);
    });
    response.on("end", () => {
      const status = response.statusCode ?? 0;
      request.destroy();
      this.#ended(0, `the service returned ${status}: ${text.trim()}`, status);
    });
  }

  #received(data: RawData, isBinary: boolean): void {
    this.#receivedAt = this.#options.clock.now();
    if (this.#closed) return;
    try {
      if (!Buffer.isBuffer(data)) throw new ProtocolViolation("unexpected kind of message");
      if (isBinary && !this.#welcomed) throw new ProtocolViolation('a binary message before "welcome"');
      if (isBinary) this.#options.onData(data);
      else this.#handle(readMessage(FromService, data.toString("utf8")));
    } catch (error) {
      this.#options.log.error({ err: error }, "protocol violation by the service");
      this.#socket.close(closeCodes.failed, closeReason(error instanceof Error ? error.message : String(error)));
    }
  }

  #handle(message: FromService): void {
    if (message.type === "welcome") {
      if (this.#welcomed) throw new ProtocolViolation('duplicate "welcome"');
      this.#welcomed = true;
      this.#options.onWelcome(message);
    } else if (!this.#welcomed) throw new ProtocolViolation(`"${message.type}" before "welcome"`);
    else if (message.type !== "heartbeat") this.#options.onMessage(message);
  }

  #ended(code: number, reason: string, status?: number): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopHeartbeats();
    const wasWelcomed = this.#welcomed;
    this.#welcomed = false;
    this.#options.onClose({ code, reason, wasWelcomed, ...(status === undefined ? {} : { status }) });
  }
}
