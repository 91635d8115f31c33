import { randomUUID } from "node:crypto";
import type { ServerChannel } from "ssh2";
import type { PackDesk } from "../../git/git-http-server";
import { feedGit, longestInput } from "../../git/pack-service";
import { gitProtocolOf } from "../../git/smart-http-request";
import type { GitCaller } from "../git-http/git-authorization";
import { readGitCommand } from "./git-command";

interface Asked {
  command: string;
  /** What the client said of git's protocol. */
  protocol: string | undefined;
  /** Who is signed in, looked up anew: rights may have gone since the connection was made. */
  caller(): Promise<GitCaller | undefined>;
}

const failed = 128;

function say(channel: ServerChannel, message: string): number {
  channel.stderr.write(`${message}\n`);
  return failed;
}

async function converse(
  desk: PackDesk<GitCaller>,
  channel: ServerChannel,
  { command, protocol, caller }: Asked,
  signal: AbortSignal,
): Promise<number> {
  const wanted = readGitCommand(command);
  if (!wanted) return say(channel, "Only git fetch and git push are served here");
  const found = await caller();
  if (!found) return say(channel, "The key or certificate is no longer good");
  const admitted = await desk.admit(found, wanted);
  if (admitted.refused) return say(channel, admitted.refused.message);
  const { repository } = admitted;
  const requestId = randomUUID();
  const opened = await desk.open(wanted.service, repository, found, {
    stateless: false,
    protocol: gitProtocolOf(protocol ?? null),
    requestId,
    signal,
  });
  if (opened.refused) return say(channel, opened.refused.message);
  const { git } = opened;
  git.child.stdout?.pipe(channel, { end: false });
  git.child.stderr?.pipe(channel.stderr, { end: false });
  // The end of what the client sends must not end the channel: git's answer still goes the other way.
  const input = channel.iterator({ destroyOnReturn: false });
  feedGit(git, input, longestInput(wanted.service, desk.maxPushBytes)).catch((error: unknown) =>
    desk.log.info({ requestId, repositoryId: repository.id, err: error }, "a git client over SSH went away"),
  );
  return git.ended;
}

/** Runs what a client asked for on its channel, and closes the channel with git's exit code. */
export async function serveCommand(desk: PackDesk<GitCaller>, channel: ServerChannel, asked: Asked): Promise<void> {
  const gone = new AbortController();
  channel.once("close", () => gone.abort());
  channel.on("error", () => gone.abort());
  const code = await converse(desk, channel, asked, gone.signal).catch((error: unknown) => {
    desk.log.error({ err: error }, "git over SSH failed");
    return say(channel, "The service could not do this; try again");
  });
  if (gone.signal.aborted) return;
  channel.exit(code < 0 ? failed : code);
  channel.end();
}
