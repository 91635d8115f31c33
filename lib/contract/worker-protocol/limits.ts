/** Versions of the protocol this program speaks, best first. */
export const protocolVersions: readonly number[] = [1];

const root = "/worker/v1";

/** Where workers connect to, below the service's address. */
export const connectPath = `${root}/connect`;

/** Where a worker reads the specification of its run, and brings the files that the run left. */
export const runPath = {
  specification: (workerId: string, runId: string) => `${root}/workers/${workerId}/runs/${runId}/specification`,
  artifacts: (workerId: string, runId: string) => `${root}/workers/${workerId}/runs/${runId}/artifacts`,
  content: (workerId: string, runId: string, digest: string) =>
    `${root}/workers/${workerId}/runs/${runId}/artifacts/${digest}`,
};

/** Largest message either side takes. */
export const maxMessageBytes = 16 * 1024 * 1024;
/** Frames of one run are sent in messages of about this size; a single larger frame goes alone. */
export const targetMessageBytes = 256 * 1024;
export const framesPerMessage = 1_000;
/** So much of a run may be under way without an acknowledgement. */
export const unacknowledgedBytes = 2 * 1024 * 1024;
/** Largest single frame: it must fit a message with its envelope. */
export const maxFrameBytes = maxMessageBytes - 4_096;

export const heartbeatMs = 10_000;
/** A connection on which nothing was heard for so long is given up by either side. */
export const silenceMs = 30_000;

/** Why a connection was closed: codes of the WebSocket's private range. */
export const closeCodes = {
  /** A message that is none, or that comes out of turn. */
  violation: 4400,
  /** The credential is unknown, expired, deleted, or its claim was released. */
  unauthorized: 4401,
  /** The credential is good, but not for this. */
  forbidden: 4403,
  silent: 4408,
  /** Another process registered with the same worker id. */
  replaced: 4409,
  /** No version in common. */
  version: 4426,
  /** The service stops; connect again. */
  restarting: 1012,
  /** The service could not do its part; connect again. */
  failed: 1011,
} as const;

const hopeless: ReadonlySet<number> = new Set([
  closeCodes.violation,
  closeCodes.unauthorized,
  closeCodes.forbidden,
  closeCodes.replaced,
  closeCodes.version,
]);

/** True when connecting again with the same words would only be refused again. */
export function isPermanentClose(code: number): boolean {
  return hopeless.has(code);
}
