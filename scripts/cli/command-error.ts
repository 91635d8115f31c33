import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

/** What a user can fix. `code`: 1 the agent or the call failed, 2 invalid arguments or no connection. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly code: 1 | 2 = 2,
  ) {
    super(message);
    this.name = "CommandError";
  }
}

const connectionProblems: ReadonlySet<string> = new Set(["upstream_unreachable", "upstream_timeout"]);
const notADashboard: ReadonlySet<string> = new Set(["upstream_error", "upstream_malformed"]);

/** 401 of the dashboard, as opposed to another program. */
const isRejection = (code: string) => code.startsWith("token_") || code === "user_disabled";

/** The dashboard, or the service behind it, couldn't be reached or didn't respond. */
export const isUnreachable = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && connectionProblems.has(error.code) && error.status >= 502;

/** The text of an error of a call to the dashboard at `url`. `changes`: the call isn't only a read. */
export function toCommandError(error: unknown, { url, changes }: { url: string; changes: boolean }): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const { status, code, message, field, neverSent } = error;
  if (status === 421) {
    return new CommandError(`${url} isn't the dashboard's own address. Use the URL that you open in the browser.`);
  }
  if (isUnreachable(error)) {
    if (neverSent) return new CommandError(`couldn't connect to ${url}. Check that Slipway is running there.`);
    const next = changes ? `The change may have been made: check ${url}/agents before you retry.` : "Try again.";
    return new CommandError(`lost the connection to ${url}. ${next}`);
  }
  if (notADashboard.has(code)) {
    return new CommandError(`${url} doesn't respond like a Slipway dashboard. Check the URL. (${message})`);
  }
  if (status === 401 && !isRejection(code)) {
    return new CommandError(
      `${url} rejected the token: ${message.trim()}. Check that it's the URL of a Slipway dashboard.`,
    );
  }
  const named = field === undefined || message.startsWith(`${field}: `) ? message : `${field}: ${message}`;
  return new CommandError(named, status === 401 ? 2 : 1);
}
