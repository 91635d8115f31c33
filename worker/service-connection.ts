import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker, Register } from "@/lib/contract/worker-protocol/from-worker";
import { isPermanentClose } from "@/lib/contract/worker-protocol/limits";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { type SocketClose, type Welcome, WorkerSocket } from "./worker-socket";

/** The service refuses this worker for good: connecting again would change nothing. */
export class Refused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Refused";
  }
}

export interface ServiceConnectionOptions {
  endpoint: string;
  /** What to connect with, best first. Read before each attempt, because a token file may change. */
  credentials(): Promise<readonly string[]>;
  register(): Register;
  /** The service accepted the registration; called before any other message of the connection. */
  onWelcome(welcome: Welcome): void;
  onMessage(message: FromService): void;
  /** The connection was lost; another attempt follows without a call. */
  onDisconnect(): void;
  onAttempt(again: boolean): void;
  clock: Clock;
  /** A number from 0 to 1, to spread attempts. */
  random(): number;
  log: Log;
}

/** The worker's one connection to the service, reopened until it is closed. */
export interface ServiceConnection {
  /** Resolves when `close` was called, rejects with {@link Refused}. */
  ended: Promise<void>;
  /** Sends at once. While disconnected the message is dropped: `onWelcome` has to repeat what matters. */
  send(message: FromWorker): void;
  /** Sends a message that is serialized already. */
  sendText(text: string): void;
  close(reason: string): void;
}

const firstPauseMs = 100;
const longestPauseMs = 5_000;

/** A worker that was welcomed before gives up on these alone: a proxy in front of the service may answer others. */
const refusedStatus: ReadonlySet<number> = new Set([401, 403]);
const refusedAtFirst: ReadonlySet<number> = new Set([400, 404, ...refusedStatus]);

/** Connects, and reconnects with growing pauses. */
export function openServiceConnection(options: ServiceConnectionOptions): ServiceConnection {
  const { clock, log } = options;
  let socket: WorkerSocket | undefined;
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

  function giveUp(message: string): void {
    closing = true;
    settle?.reject(new Refused(message));
  }

  function connect(): void {
    attempt().catch((error) => {
      log.warn({ err: error }, "connecting failed");
      reconnect();
    });
  }

  function reconnect(): void {
    const wait = pauseMs * (0.5 + options.random() / 2);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    clock.after(wait, connect);
  }

  async function attempt(): Promise<void> {
    const credentials = await options.credentials();
    if (closing) return;
    const credential = credentials.find((each) => !refused.has(each)) ?? credentials[0] ?? "";
    options.onAttempt(attempts > 0);
    attempts += 1;
    socket = new WorkerSocket({
      ...options,
      credential,
      onWelcome(welcome) {
        pauseMs = firstPauseMs;
        refused.clear();
        everWelcomed = true;
        options.onWelcome(welcome);
      },
      onClose: (close) => closed(close, credential),
    });
  }

  function closed({ code, reason, status, wasWelcomed }: SocketClose, credential: string): void {
    socket = undefined;
    if (wasWelcomed) options.onDisconnect();
    if (closing) {
      settle?.resolve();
    } else if (status === 401 && !refused.has(credential)) {
      // There may be another, and a file may have been replaced meanwhile.
      refused.add(credential);
      reconnect();
    } else if (status !== undefined && (everWelcomed ? refusedStatus : refusedAtFirst).has(status)) giveUp(reason);
    else if (isPermanentClose(code)) giveUp(reason || `the service closed the connection with code ${code}`);
    else {
      log.info({ code, reason }, wasWelcomed ? "disconnected from the service" : "the service can't be reached");
      reconnect();
    }
  }

  connect();
  return {
    ended,
    send: (message) => socket?.send(JSON.stringify(message)),
    sendText: (text) => socket?.send(text),
    close(reason) {
      closing = true;
      if (socket) socket.close(reason);
      else settle?.resolve();
    },
  };
}
