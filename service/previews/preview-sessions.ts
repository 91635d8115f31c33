import { randomBytes } from "node:crypto";
import type { Clock } from "@/lib/core/clock";
import { PortUnavailableError } from "@/runner/port-streams/port-unavailable-error";
import type { PortConnection, RunPorts } from "@/runner/run/run-spec";

const ticketMs = 60_000;
const sessionMs = 3_600_000;
/** How long the result of an access check is used. */
const checkedMs = 1_000;
/** Open previews of one run; the oldest is closed for another one. */
const maxPreviews = 32;

/** A preview of one port of one run, on an origin that nothing else uses. */
export interface Preview {
  /** First label of its host name. Random, so that it is never reused. */
  label: string;
  port: number;
  /** Whether its user still has access. */
  isAuthorized(): Promise<boolean>;
  /** Throws {@link PortUnavailableError} while the port can't be reached. */
  connect(): Promise<PortConnection>;
  /** Returns the value of the cookie for a ticket, once. */
  redeem(ticket: string): string | undefined;
  accepts(cookie: string): boolean;
}

export interface OpenedPreview {
  label: string;
  origin: string;
  ticket: string;
  /** When the ticket expires, in Unix milliseconds. */
  expiresAt: number;
}

/** Why a run has no previews at the moment, for the user. */
export interface UnavailablePorts {
  unavailable: string;
}

export interface PortRegistration {
  /** Closes the previews of the run, unless another registration replaced this one. */
  close(): void;
  isCurrent(): boolean;
}

/** Previews of the runs that this process or one of its workers executes. They end with the run. */
export interface PreviewSessions {
  /** Replaces an earlier registration of the run, whose open previews remain. `onEnd`: it was closed or replaced. */
  register(runId: string, ports: RunPorts | UnavailablePorts, onEnd?: () => void): PortRegistration;
  /**
   * Creates a preview and its ticket. `undefined` when the run isn't executing here, or doesn't list the port.
   * `isAuthorized`: whether its user still has access.
   */
  open(runId: string, port: number, isAuthorized: () => Promise<boolean>): OpenedPreview | UnavailablePorts | undefined;
  find(label: string): Preview | undefined;
  /** Sets what returns the origin of a label, once the server listens. */
  setOrigin(originOf: (label: string) => string): void;
}

export interface WithPreviews {
  previews: PreviewSessions;
}

interface StoredPreview extends Preview {
  runId: string;
  endsAt: number;
}

/** Requests that arrive together share a check. */
function shared(clock: Pick<Clock, "now">, check: () => Promise<boolean>): () => Promise<boolean> {
  let last: { at: number; result: Promise<boolean> } | undefined;
  return () => {
    const now = clock.now();
    if (!last || now - last.at >= checkedMs) last = { at: now, result: check() };
    return last.result;
  };
}

const secret = () => randomBytes(24).toString("hex");

export function createPreviewSessions(clock: Pick<Clock, "now">): PreviewSessions {
  const runs = new Map<string, { ports: RunPorts | UnavailablePorts; onEnd: () => void }>();
  const previews = new Map<string, StoredPreview>();
  let originOf: ((label: string) => string) | undefined;

  function removeExcess(runId: string): void {
    const now = clock.now();
    for (const { label, endsAt } of previews.values()) if (endsAt <= now) previews.delete(label);
    const own = [...previews.values()].filter((each) => each.runId === runId);
    for (const { label } of own.slice(0, Math.max(0, own.length - maxPreviews + 1))) previews.delete(label);
  }

  async function connect(runId: string, port: number): Promise<PortConnection> {
    const ports = runs.get(runId)?.ports;
    if (ports && "unavailable" in ports) throw new PortUnavailableError(ports.unavailable);
    if (!ports?.ports.includes(port)) throw new PortUnavailableError(`The run doesn't list port ${port}.`);
    return ports.connect(port);
  }

  return {
    register(runId, ports, onEnd = () => {}) {
      const registered = { ports, onEnd };
      const before = runs.get(runId);
      runs.set(runId, registered);
      before?.onEnd();
      const isCurrent = () => runs.get(runId) === registered;
      return {
        isCurrent,
        close() {
          if (!isCurrent()) return;
          runs.delete(runId);
          for (const { label, runId: of } of previews.values()) if (of === runId) previews.delete(label);
          onEnd();
        },
      };
    },
    open(runId, port, isAuthorized) {
      const ports = runs.get(runId)?.ports;
      if (!originOf || !ports) return undefined;
      if ("unavailable" in ports) return ports;
      if (!ports.ports.includes(port)) return undefined;
      removeExcess(runId);
      const [label, ticket, cookie] = [randomBytes(16).toString("hex"), secret(), secret()];
      const expiresAt = clock.now() + ticketMs;
      let isRedeemed = false;
      previews.set(label, {
        runId,
        label,
        port,
        endsAt: clock.now() + sessionMs,
        isAuthorized: shared(clock, isAuthorized),
        connect: () => connect(runId, port),
        redeem(given) {
          if (isRedeemed || given !== ticket || clock.now() >= expiresAt) return undefined;
          isRedeemed = true;
          return cookie;
        },
        accepts: (given) => isRedeemed && given === cookie,
      });
      return { label, origin: originOf(label), ticket, expiresAt };
    },
    find(label) {
      const found = previews.get(label);
      return found && found.endsAt > clock.now() ? found : undefined;
    },
    setOrigin(next) {
      originOf = next;
    },
  };
}
