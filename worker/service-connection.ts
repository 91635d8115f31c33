import { WebSocket } from "ws";
import type { z } from "zod";
import { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker, Register } from "@/lib/contract/worker-protocol/from-worker";
import { closeCodes, connectPath, isHopeless, maxMessageBytes, silenceMs } from "@/lib/contract/worker-protocol/limits";
import { closeReason, ProtocolViolation, readMessage } from "@/lib/contract/worker-protocol/messages";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";

/** The service refuses this worker for good: connecting again would change nothing. */
export class Refused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Refused";
  }
}

export type Welcome = Extract<z.infer<typeof FromService>, { type: "welcome" }>;

export interface LinkOptions {
  endpoint: string;
  /** What to connect with, best first. Asked before each attempt, so that a token file may change. */
  credentials(): Promise<readonly string[]>;
  register(): Register;
  /** A connection is open and agreed on; called before any of its messages. */
  welcomed(welcome: Welcome): void;
  message(message: FromService): void;
  /** The connection is gone; another attempt follows by itself. */
  lost(): void;
  attempted(again: boolean): void;
  clock: Clock;
  /** A number from 0 to 1, to spread attempts. */
  random(): number;
  log: Log;
}

/** The worker's one connection to the service, kept up until it is closed. */
export interface Link {
  /** Resolves when `close` was called, rejects with {@link Refused}. */
  ended: Promise<void>;
  /** Sends at once; without a welcomed connection the message is dropped, for `welcomed` to make good. */
  send(message: FromWorker): void;
  /** Sends a text that is a message already. */
  sendText(text: string): void;
  close(reason: string): void;
}

const firstPauseMs = 100;
const longestPauseMs = 5_000;

function address(endpoint: string): string {
  return `${endpoint.replace(/^http/, "ws")}${connectPath}`;
}

/** A worker that was welcomed before is refused by these alone: what stands in front of a service may say others. */
const refusedStatus: ReadonlySet<number> = new Set([401, 403]);
const refusedAtFirst: ReadonlySet<number> = new Set([400, 404, ...refusedStatus]);

/** Opens the connection and keeps it: attempts with growing pauses, heartbeats, and an end to silence. */
export function openLink(options: LinkOptions): Link {
  const { clock, log } = options;
  let socket: WebSocket | undefined;
  let welcomed = false;
  let everWelcomed = false;
  let closing = false;
  let attempts = 0;
  let pauseMs = firstPauseMs;
  /** Credentials that were refused since the last welcome. */
  const refused = new Set<string>();
  let settle: { resolve(): void; reject(error: Error): void } | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });

  const giveUp = (message: string) => {
    closing = true;
    settle?.reject(new Refused(message));
  };

  function again(): void {
    if (closing) return;
    const wait = pauseMs * (0.5 + options.random() / 2);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    clock.after(wait, () => {
      attempt().catch((error) => {
        log.warn({ err: error }, "connecting failed");
        again();
      });
    });
  }

  async function attempt(): Promise<void> {
    if (closing) return;
    const credentials = await options.credentials();
    const credential = credentials.find((each) => !refused.has(each)) ?? credentials[0] ?? "";
    options.attempted(attempts > 0);
    attempts += 1;
    const next = new WebSocket(address(options.endpoint), {
      headers: { authorization: `Bearer ${credential}` },
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      handshakeTimeout: silenceMs,
      followRedirects: false,
    });
    socket = next;
    let stopTimers = () => {};
    let refusal: { status: number; text: string } | undefined;

    const gone = (code: number, reason: string) => {
      stopTimers();
      if (socket !== next) return;
      socket = undefined;
      const wasWelcomed = welcomed;
      welcomed = false;
      if (wasWelcomed) options.lost();
      if (closing) {
        settle?.resolve();
        return;
      }
      if (refusal?.status === 401 && !refused.has(credential)) {
        // There may be another, and a file may have been replaced meanwhile.
        refused.add(credential);
        again();
      } else if (refusal && (everWelcomed ? refusedStatus : refusedAtFirst).has(refusal.status)) giveUp(refusal.text);
      else if (isHopeless(code)) giveUp(reason || `the service closed the connection with code ${code}`);
      else {
        log.info({ code, reason }, wasWelcomed ? "the connection was lost" : "the service can't be reached");
        again();
      }
    };

    next.on("unexpected-response", (request, response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text = (text + chunk).slice(0, 1_000);
      });
      response.on("end", () => {
        const status = response.statusCode ?? 0;
        refusal = { status, text: `the service answered ${status}: ${text.trim()}` };
        request.destroy();
        gone(0, refusal.text);
      });
    });
    let trouble = "";
    // A close always follows.
    next.on("error", (error) => {
      trouble = error.message;
    });
    next.on("close", (code, reason) => gone(code, reason.toString("utf8") || trouble));
    next.on("open", () => {
      next.send(JSON.stringify(options.register()));
      stopTimers = watchSilence(next);
    });
    next.on("message", (data, binary) => {
      if (socket !== next) return;
      try {
        if (binary || !Buffer.isBuffer(data)) throw new ProtocolViolation("a message is not text");
        const message = readMessage(FromService, data.toString("utf8"));
        if (message.type === "welcome") {
          if (welcomed) throw new ProtocolViolation("a second welcome");
          pauseMs = firstPauseMs;
          refused.clear();
          welcomed = true;
          everWelcomed = true;
          options.welcomed(message);
        } else if (!welcomed) throw new ProtocolViolation(`"${message.type}" before the welcome`);
        else if (message.type !== "heartbeat") options.message(message);
      } catch (error) {
        log.error({ err: error }, "the service broke the protocol");
        next.close(closeCodes.failed, closeReason(error instanceof Error ? error.message : String(error)));
      }
    });
  }

  /** Sends heartbeats, and ends a connection on which nothing is heard. */
  function watchSilence(watched: WebSocket): () => void {
    let heard = clock.now();
    const listen = () => {
      heard = clock.now();
    };
    watched.on("message", listen);
    let cancel = () => {};
    const beat = () => {
      cancel = clock.after(silenceMs / 3, () => {
        if (clock.now() - heard >= silenceMs) watched.terminate();
        else {
          if (welcomed && watched === socket) watched.send('{"type":"heartbeat"}');
          beat();
        }
      });
    };
    beat();
    return () => cancel();
  }

  attempt().catch((error) => {
    log.warn({ err: error }, "connecting failed");
    again();
  });

  return {
    ended,
    send(message) {
      if (welcomed) socket?.send(JSON.stringify(message));
    },
    sendText(text) {
      if (welcomed) socket?.send(text);
    },
    close(reason) {
      closing = true;
      if (socket === undefined) settle?.resolve();
      else if (socket.readyState === WebSocket.OPEN) socket.close(1000, closeReason(reason));
      else socket.terminate();
    },
  };
}
