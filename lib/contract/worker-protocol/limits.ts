/** Supported protocol versions, preferred first. */
export const protocolVersions: readonly number[] = [2, 1];
/** First version in which the service can connect to ports of runs, for previews. */
export const portsVersion = 2;

const root = "/worker/v1";

/** Path workers connect to, relative to the service's URL. */
export const connectPath = `${root}/connect`;

/** Path where a worker fetches its run's specification and uploads artifacts. */
export const runPath = {
  specification: (workerId: string, runId: string) => `${root}/workers/${workerId}/runs/${runId}/specification`,
  mcpToken: (workerId: string, runId: string) => `${root}/workers/${workerId}/runs/${runId}/mcp-token`,
  agentGit: (workerId: string, runId: string) => `${root}/workers/${workerId}/runs/${runId}/agent-git`,
  artifacts: (workerId: string, runId: string) => `${root}/workers/${workerId}/runs/${runId}/artifacts`,
  content: (workerId: string, runId: string, digest: string) =>
    `${root}/workers/${workerId}/runs/${runId}/artifacts/${digest}`,
};

/** Prefix of the paths where a worker clones and pushes a run's repositories on GitHub through the service. */
export const remoteGitRoot = `${root}/remotes/`;

/** Path of a repository on GitHub, by its clone URL `https://<host>/<owner>/<name>.git`. */
export const remoteGitPath = (cloneUrl: string) => remoteGitRoot + cloneUrl.slice("https://".length);

/** Largest message either side accepts. */
export const maxMessageBytes = 16 * 1024 * 1024;
/** Frames of a run are batched into messages of about this size; a larger frame is sent alone. */
export const targetMessageBytes = 256 * 1024;
export const framesPerMessage = 1_000;
/** Maximum unacknowledged bytes of a run. */
export const unacknowledgedBytes = 2 * 1024 * 1024;
/** Largest frame: it must fit in a message with its envelope. */
export const maxFrameBytes = maxMessageBytes - 4_096;

export const heartbeatMs = 10_000;
/** Either side closes a connection after this long without a message. */
export const silenceMs = 30_000;

/** Close codes, from WebSocket's private range. */
export const closeCodes = {
  /** An invalid or unexpected message. */
  violation: 4400,
  /** The credential is unknown, expired, deleted, or its claim was released. */
  unauthorized: 4401,
  /** The credential is valid but not authorized for this. */
  forbidden: 4403,
  silent: 4408,
  /** Another process registered with the same worker id. */
  replaced: 4409,
  /** No version in common. */
  version: 4426,
  /** The service is shutting down; reconnect. */
  restarting: 1012,
  /** Internal error; reconnect. */
  failed: 1011,
} as const;

const permanentCodes: ReadonlySet<number> = new Set([
  closeCodes.violation,
  closeCodes.unauthorized,
  closeCodes.forbidden,
  closeCodes.replaced,
  closeCodes.version,
]);

/** True when reconnecting with the same registration would be rejected again. */
export function isPermanentClose(code: number): boolean {
  return permanentCodes.has(code);
}
