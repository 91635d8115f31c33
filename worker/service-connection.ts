import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker, Register } from "@/lib/contract/worker-protocol/from-worker";
import { closeCodes, isPermanentClose } from "@/lib/contract/worker-protocol/limits";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { type SocketClose, type Welcome, WorkerSocket } from "./worker-socket";

/** The service rejected this worker permanently; reconnecting won't help. */
export class WorkerRejectedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WorkerRejectedError";
  }
}

export interface ServiceConnectionOptions {
  endpoint: string;
  /** Credentials in order of preference. Read before each attempt, because a token file may change. */
  credentials(): Promise<readonly string[]>;
  register(): Register;
  /** The service accepted the registration; called before any other message of the connection. */
  onWelcome(welcome: Welcome): void;
  onMessage(message: FromService): void;
  onData(message: Buffer): void;
  /** The connection was lost. It reconnects automatically. */
  onDisconnect(): void;
  onAttempt(isRetry: boolean): void;
  clock: Clock;
  /** Returns a number from 0 to 1, for jitter. */
  random(): number;
  log: Log;
}

/** The worker's connection to the service. Reconnects until it is closed. */
export interface ServiceConnection {
  /** Resolves after `close`; rejects with {@link WorkerRejectedError}. */
  ended: Promise<void>;
  /** Sends immediately. Messages are dropped while disconnected; `onWelcome` must repeat what matters. */
  send(message: FromWorker): void;
  /** Sends an already serialized message. */
  sendText(text: string): void;
  /** Sends data of a stream. Fails while disconnected. */
  sendData(message: Buffer, sent: (error?: Error | null) => void): void;
  close(reason: string): void;
}

const initialBackoffMs = 100;
const maxBackoffMs = 5_000;

/** Statuses that are final after a successful connection. Others may come from a proxy in front of the service. */
const rejectedStatuses: ReadonlySet<number> = new Set([401, 403]);
const initialRejectedStatuses: ReadonlySet<number> = new Set([400, 404, ...rejectedStatuses]);

/** Connects, and reconnects with exponential backoff. */
export function openServiceConnection(options: ServiceConnectionOptions): ServiceConnection {
  const { clock, log } = options;
  let socket: WorkerSocket | undefined;
  let everWelcomed = false;
  let closing = false;
  let attempts = 0;
  let backoffMs = initialBackoffMs;
  /** Credentials rejected since the last welcome. */
  const rejected = new Set<string>();
  let settle: { resolve(): void; reject(error: Error): void } | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });

  function giveUp(message: string): void {
    closing = true;
    settle?.reject(new WorkerRejectedError(message));
  }

  function connect(): void {
    openSocket().catch((error) => {
      log.warn({ err: error }, "couldn't connect");
      reconnect();
    });
  }

  function reconnect(): void {
    const wait = backoffMs * (0.5 + options.random() / 2);
    backoffMs = Math.min(maxBackoffMs, backoffMs * 2);
    clock.after(wait, connect);
  }

  async function openSocket(): Promise<void> {
    const credentials = await options.credentials();
    if (closing) return;
    const credential = credentials.find((each) => !rejected.has(each)) ?? credentials[0] ?? "";
    options.onAttempt(attempts > 0);
    attempts += 1;
    socket = new WorkerSocket({
      ...options,
      credential,
      onWelcome(welcome) {
        backoffMs = initialBackoffMs;
        rejected.clear();
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
    } else if ((status === 401 || code === closeCodes.unauthorized) && !rejected.has(credential)) {
      // There may be another credential, or the token file may have been replaced.
      rejected.add(credential);
      reconnect();
    } else if (status !== undefined && (everWelcomed ? rejectedStatuses : initialRejectedStatuses).has(status))
      giveUp(reason);
    else if (isPermanentClose(code)) giveUp(reason || `the service closed the connection with code ${code}`);
    else {
      log.info({ code, reason }, wasWelcomed ? "disconnected from the service" : "couldn't reach the service");
      reconnect();
    }
  }

  connect();
  return {
    ended,
    send: (message) => socket?.send(JSON.stringify(message)),
    sendText: (text) => socket?.send(text),
    sendData(message, sent) {
      if (socket) socket.sendData(message, sent);
      else sent(new Error("not connected to the service"));
    },
    close(reason) {
      closing = true;
      if (socket) socket.close(reason);
      else settle?.resolve();
    },
  };
}
