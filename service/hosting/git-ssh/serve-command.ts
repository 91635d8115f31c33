import { randomUUID } from "node:crypto";
import type { ServerChannel } from "ssh2";
import type { GitPackServer } from "@/git/transport/git-http-server";
import { feedGit, maxInputBytes, type PackProcess } from "@/git/transport/pack-service";
import { parseGitProtocol } from "@/git/transport/smart-http-request";
import type { Clock } from "@/lib/core/clock";
import type { GitCaller } from "../git-http/git-authorization";
import { readGitCommand } from "./git-command";

interface CommandRequest {
  command: string;
  /** The client's `GIT_PROTOCOL`. */
  protocol: string | undefined;
  /** Looks up the signed-in caller again, because access may have been revoked since they connected. */
  caller(): Promise<GitCaller | undefined>;
}

const failureCode = 128;

function fail(channel: ServerChannel, message: string): number {
  channel.stderr.write(`${message}\n`);
  return failureCode;
}

/** Longer than over HTTP: a client that pushes compresses its objects while it is connected. */
const idleMs = 5 * 60_000;

/** Stops git when no data is sent in either direction for a while. Returns the client's input. */
async function* stopWhenIdle(git: PackProcess, channel: ServerChannel, clock: Clock): AsyncGenerator<unknown> {
  const idle = () => git.stop(`No data sent or received for ${idleMs / 1000} seconds`);
  let cancel = clock.after(idleMs, idle);
  let hasEnded = false;
  const restart = () => {
    cancel();
    if (!hasEnded) cancel = clock.after(idleMs, idle);
  };
  const end = () => {
    hasEnded = true;
    cancel();
  };
  git.ended.then(end, end);
  git.child.stdout?.on("data", restart);
  // The end of the client's input must not close the channel: git's output is still being sent.
  for await (const chunk of channel.iterator({ destroyOnReturn: false })) {
    restart();
    yield chunk;
  }
}

async function runGit(
  gitServer: GitPackServer<GitCaller>,
  channel: ServerChannel,
  { command, protocol, caller }: CommandRequest,
  signal: AbortSignal,
): Promise<number> {
  const gitCommand = readGitCommand(command);
  if (!gitCommand) return fail(channel, "Only git fetch and git push are supported");
  const found = await caller();
  if (!found) return fail(channel, "The key or certificate is no longer valid");
  const authorized = await gitServer.authorize(found, gitCommand);
  if (authorized.error) return fail(channel, authorized.error.message);
  const { repository } = authorized;
  const requestId = randomUUID();
  const opened = await gitServer.open(gitCommand.service, repository, found, {
    stateless: false,
    protocol: parseGitProtocol(protocol ?? null),
    requestId,
    signal,
    caller,
  });
  if (opened.error) return fail(channel, opened.error.message);
  const { git } = opened;
  git.child.stdout?.pipe(channel, { end: false });
  git.child.stderr?.pipe(channel.stderr, { end: false });
  // A push continues without its client. Unread output would block it.
  channel.once("close", () => git.child.stdout?.resume());
  const input = stopWhenIdle(git, channel, gitServer.clock);
  feedGit(git, input, maxInputBytes(gitCommand.service, gitServer.maxPushBytes)).catch((error: unknown) =>
    gitServer.log.info({ requestId, repositoryId: repository.id, err: error }, "git client disconnected (SSH)"),
  );
  const code = await git.ended;
  const reason = git.stopReason();
  return reason === undefined ? code : fail(channel, reason);
}

/** Runs a client's command on its channel and closes the channel with git's exit code. */
export async function serveCommand(
  gitServer: GitPackServer<GitCaller>,
  channel: ServerChannel,
  request: CommandRequest,
): Promise<void> {
  const closed = new AbortController();
  channel.once("close", () => closed.abort());
  channel.on("error", () => closed.abort());
  const code = await runGit(gitServer, channel, request, closed.signal).catch((error: unknown) => {
    gitServer.log.error({ err: error }, "git over SSH failed");
    return fail(channel, "Internal error. Try again.");
  });
  if (closed.signal.aborted) return;
  channel.exit(code < 0 ? failureCode : code);
  channel.end();
}
