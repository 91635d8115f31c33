import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { checkBranchName } from "../refs/branch-name";
import type { RefUpdate } from "../refs/ref-update";

/**
 * Hooks communicate with the service over inherited file descriptors 3 and 4, without sockets, secrets or network.
 * A hook sends its name and the path of new objects, git's input lines, the push options, and an empty line. Responses are
 * single lines. A push option with a line break could pass for other lines, so it rejects the push.
 */
const script = (hook: string) => `#!/bin/sh
line_break='
'
options() {
  at=0
  while [ "$at" -lt "\${GIT_PUSH_OPTION_COUNT:-0}" ]; do
    eval "option=\\$GIT_PUSH_OPTION_$at"
    case "$option" in *"$line_break"*)
      echo "Push options can't contain line breaks" >&2
      return 1 ;;
    esac
    printf 'option %s\\n' "$option" || return 1
    at=$((at + 1))
  done
}
updates() {
  at=0
  # A process for a few lines would take longer than reading them here.
  while [ "$at" -lt 10 ]; do
    IFS= read -r update || return 0
    printf '%s\\n' "$update" || return 1
    at=$((at + 1))
  done
  cat
}
{ printf '${hook} %s\\n' "$GIT_QUARANTINE_PATH" && updates && options && printf '\\n'; } >&3 || exit 1
while IFS= read -r response <&4; do
  case "$response" in
    accept) exit 0 ;;
    reject) exit 1 ;;
    *) printf '%s\\n' "\${response#message }" >&2 ;;
  esac
done
exit 1
`;

const hooks = ["pre-receive", "post-receive"] as const;

/** Writes the hooks to the data folder and returns their folder, for `core.hooksPath`. */
export async function installHooks(dataDir: string): Promise<string> {
  const folder = join(dataDir, "git-hooks");
  await mkdir(folder, { recursive: true });
  for (const hook of hooks) {
    const temporary = join(folder, `.${hook}-${randomUUID()}`);
    await writeFile(temporary, script(hook), { mode: 0o755 });
    await rename(temporary, join(folder, hook));
  }
  return folder;
}

const isZero = (id: string) => /^0+$/.test(id);

/** Problems with the references of a push, one sentence each. */
export function checkPushedRefs(updates: readonly RefUpdate[]): string[] {
  return updates.flatMap(({ ref, after }) => {
    if (isZero(after)) return [];
    const name = ref.replace(/^refs\/(?:heads|tags)\//, "");
    const problem = ref.includes("\ufffd") ? "must be valid UTF-8" : checkBranchName(name);
    if (!problem) return [];
    return [`${ref}: the ${ref.startsWith("refs/heads/") ? "branch" : "tag"} name ${problem}`];
  });
}

const optionPrefix = "option ";

const readOptions = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith(optionPrefix)).map((line) => line.slice(optionPrefix.length));

function readUpdates(lines: readonly string[]): RefUpdate[] {
  const updates = lines.filter((line) => !line.startsWith(optionPrefix));
  return updates.map((line) => {
    const [, before = "", after = "", ref = ""] = /^([0-9a-f]+) ([0-9a-f]+) (.+)$/s.exec(line) ?? [];
    if (!ref) throw new Error("a hook sent an invalid reference update");
    return { ref, before, after };
  });
}

/** A ruleset's rule that a change violated and its actor could bypass. The name is the ruleset's at that time. */
export interface BypassedRule {
  rulesetId: string;
  rulesetName: string;
  ruleType: string;
}

/** The bypassed rules of updates, by reference. */
export type BypassedByRef = ReadonlyMap<string, readonly BypassedRule[]>;

/** Rules that a push violates and its caller bypasses, and the caller's reason. */
export interface PushBypass {
  rules: BypassedByRef;
  reason?: string | undefined;
}

export interface PushReview {
  /** Reasons to reject the whole push; empty if it is accepted. */
  problems: readonly string[];
  /** Messages for the client that don't reject the push. */
  notices: readonly string[];
  bypass?: PushBypass;
  /** Called when the push has completed or failed. Until then, the reviewer holds the locks its decision depends on. */
  release?: () => void;
}

export interface PushHandlers {
  /** New objects of the push are in `quarantine`. `options` are those of `git push --push-option`. */
  review(
    updates: readonly RefUpdate[],
    push: { quarantine: string | undefined; options: readonly string[] },
  ): Promise<PushReview>;
  /** Called with the references that moved, before the client receives the result. */
  moved(updates: readonly RefUpdate[]): Promise<void>;
  failed(error: unknown): void;
}

const maxMessageLength = 16 * 1024 * 1024;
/** Longer than a review can take, so that a slow review reports its error. */
const responseTimeoutMs = 12 * 60_000;

/** Control characters are replaced, so a message can't be read as a response. */
const messageLine = (text: string) => `message ${text.replace(/\p{Cc}/gu, "?")}\n`;

async function respond(heading: string, lines: string[], handlers: PushHandlers): Promise<string> {
  const [, hook, quarantine] = /^(\S+) (.*)$/.exec(heading) ?? [];
  if (hook === "post-receive") {
    await handlers.moved(readUpdates(lines));
    return "accept\n";
  }
  // Includes references that git itself rejects.
  const updates = readUpdates(lines).filter(({ ref }) => /^refs\/(?:heads|tags)\//.test(ref));
  if (updates.length === 0) return `${messageLine("only branches and tags can be pushed")}reject\n`;
  const { problems, notices } = await handlers.review(updates, {
    quarantine: quarantine || undefined,
    options: readOptions(lines),
  });
  const messages = [...problems, ...notices].map(messageLine).join("");
  return `${messages}${problems.length === 0 ? "accept" : "reject"}\n`;
}

/** Responds to the hooks of a `receive-pack` started with pipes on descriptors 3 and 4. */
export function serveHooks(child: ChildProcess, handlers: PushHandlers): void {
  const [from, to] = [child.stdio[3], child.stdio[4]];
  if (!(from instanceof Readable) || !(to instanceof Writable))
    throw new Error("receive-pack requires descriptors 3 and 4");
  to.on("error", () => undefined);
  from.on("error", () => undefined);

  let received = "";
  const decoder = new TextDecoder();
  const close = () => {
    from.destroy();
    to.destroy();
  };
  child.once("exit", close);

  async function onMessage(message: string): Promise<void> {
    const [heading = "", ...lines] = message.split("\n");
    const timer = setTimeout(close, responseTimeoutMs);
    try {
      to instanceof Writable && to.write(await respond(heading, lines, handlers));
    } catch (error) {
      handlers.failed(error);
      // A post-receive hook runs after the references moved, so it can't reject.
      if (to instanceof Writable)
        to.write(heading.startsWith("post-receive ") ? "accept\n" : "message couldn't check the push\nreject\n");
    } finally {
      clearTimeout(timer);
    }
  }

  from.on("data", (chunk: Buffer) => {
    received += decoder.decode(chunk, { stream: true });
    if (received.length > maxMessageLength) return close();
    const end = received.indexOf("\n\n");
    if (end < 0) return;
    const message = received.slice(0, end);
    received = received.slice(end + 2);
    void onMessage(message);
  });
}
