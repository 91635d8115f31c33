import { z } from "zod";
import { scheduleEvery } from "@/lib/core/schedule-every";
import type { Context } from "../../core/context";
import type { mirrors } from "../../core/store/tables/mirrors";
import { isDiskFull, usualPushLimits } from "../../git/check-push-limits";
import { folderSize } from "../../git/folder-size";
import { checkPushedRefs, type RefUpdate } from "../../git/push-hooks";
import { noObject } from "../../git/references";
import type { RunGitOptions } from "../../git/run-git";
import type { WithGit } from "../../git/with-git";
import type { WithRemotes } from "../../remotes/remotes";
import { type GitAccess, runRemoteGit } from "../../runner/git-credential";
import type { OutsideRemote } from "../../runner/run-spec";
import { MirrorProblem } from "./mirror-problem";

export type MirrorRow = typeof mirrors.$inferSelect;

/** Below it the references of the source as they were last seen; no client sees them. */
export const seenPrefix = "refs/internal/mirror/";

const longestMs = 60 * 60_000;
const weighEveryMs = 2_000;
/** References that go into one command. */
const mostAtOnce = 200;

const Credential = z.object({ username: z.string(), password: z.string() });

/** What the source has: its branches and tags, and the one `HEAD` names. */
export interface UpstreamState {
  head: string | undefined;
  references: ReadonlyMap<string, string>;
}

export interface Upstream {
  look(): Promise<UpstreamState>;
  /** Brings the objects of all branches and tags, and notes them below {@link seenPrefix}. */
  fetch(): Promise<void>;
  /**
   * Moves references of the source that are where `before` says; answers those it moved, and what became of the others.
   */
  push(updates: readonly RefUpdate[]): Promise<{ moved: RefUpdate[]; problem: MirrorProblem | undefined }>;
  /** Asks whether it would take a push, without one. */
  probePush(known: { ref: string; id: string }): Promise<void>;
}

/** A name that can be kept here: others of the source are passed over. */
export const isMirrorable = (ref: string): boolean =>
  checkPushedRefs([{ ref, before: noObject, after: "1".repeat(40) }]).length === 0;

function readState(text: string): UpstreamState {
  const references = new Map<string, string>();
  let head: string | undefined;
  for (const line of text.split("\n")) {
    const [value = "", name = ""] = line.split("\t");
    if (name === "HEAD" && value.startsWith("ref: refs/heads/")) head = value.slice("ref: refs/heads/".length);
    else if (!name.endsWith("^{}") && isMirrorable(name)) references.set(name, value);
  }
  return { head, references };
}

function pushed(stdout: string, updates: readonly RefUpdate[]) {
  const lines = stdout.split("\n").flatMap((line) => {
    const [, flag, ref, summary] = /^([ +\-*!=])\t[^:]*:(\S+)\t(.*)$/.exec(line) ?? [];
    return flag && ref ? [{ flag, ref, summary: summary ?? "" }] : [];
  });
  const taken = new Set(lines.filter(({ flag }) => flag !== "!").map(({ ref }) => ref));
  const refused = lines.find(({ flag }) => flag === "!");
  const isStale = /stale info|fetch first|non-fast-forward|needs force|already exists/.test(refused?.summary ?? "");
  return {
    moved: updates.filter(({ ref }) => taken.has(ref)),
    problem: refused && new MirrorProblem(isStale ? "UpstreamDiverged" : "UpstreamRefused", refused.summary),
  };
}

/** Aborts the work once the repository outgrows `limit` bytes: git itself has no limit for a fetch. */
async function withinLimit<T>(
  {
    context,
    dir,
    limit,
    signal,
  }: { context: Pick<Context, "clock" | "log">; dir: string; limit: number; signal: AbortSignal },
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const tooLarge = new AbortController();
  const weigh = async (): Promise<void> => {
    const isFull = (await folderSize(dir, limit)) > limit || (await isDiskFull(dir, usualPushLimits));
    if (isFull) tooLarge.abort(new MirrorProblem("MirrorContentRefused", `more than ${limit} bytes`));
  };
  await weigh();
  const stop = scheduleEvery(context, { everyMs: weighEveryMs, failure: "a mirror was not measured" }, weigh);
  try {
    return await work(AbortSignal.any([signal, tooLarge.signal]));
  } finally {
    stop();
  }
}

/** The other end of a mirror, reached by the service's own git at an address that was checked. */
export function openUpstream(
  context: Pick<Context, "cipher" | "clock" | "log" | "settings"> & WithGit & WithRemotes,
  { repositoryId, url, credential }: Pick<MirrorRow, "repositoryId" | "url" | "credential">,
  signal: AbortSignal,
): Upstream {
  const dir = context.repositories.path(repositoryId);
  const limit = context.settings.repositoryLimitMb * 1024 ** 2;

  async function outside(): Promise<OutsideRemote> {
    const remote = await context.remotes.access(url);
    if (!remote) throw new MirrorProblem("UpstreamAddressRefused", "GIT_REMOTES does not name its server");
    return credential ? { ...remote, credential: Credential.parse(context.cipher.open(credential)) } : remote;
  }

  function access(work: AbortSignal): GitAccess {
    return {
      protocols: [],
      credential: () => Promise.reject(new Error("a source has no credential of the service's own")),
      outside,
      signal: work,
      clock: context.clock,
      retryForMs: 0,
    };
  }

  const run = (args: readonly string[], options: RunGitOptions = {}, work = signal) =>
    runRemoteGit(args, url, access(AbortSignal.any([work, AbortSignal.timeout(longestMs)])), {
      cwd: dir,
      env: { GIT_DIR: dir },
      ...options,
    });

  return {
    async look() {
      const { stdout } = await run([
        "ls-remote",
        "--symref",
        "--end-of-options",
        url,
        "HEAD",
        "refs/heads/*",
        "refs/tags/*",
      ]);
      return readState(stdout.toString("utf8"));
    },
    async fetch() {
      const flags = ["--quiet", "--no-tags", "--prune", "--no-write-fetch-head", "--no-auto-maintenance"];
      const wanted = ["heads", "tags"].map((kind) => `+refs/${kind}/*:${seenPrefix}${kind}/*`);
      await withinLimit({ context, dir, limit, signal }, (stop) =>
        run(["fetch", ...flags, "--end-of-options", url, ...wanted], {}, stop),
      );
    },
    async push(updates) {
      const moved: RefUpdate[] = [];
      let problem: MirrorProblem | undefined;
      for (let from = 0; from < updates.length; from += mostAtOnce) {
        const some = updates.slice(from, from + mostAtOnce);
        const leases = some.map(({ ref, before }) => `--force-with-lease=${ref}:${before === noObject ? "" : before}`);
        const specs = some.map(({ ref, after }) => `${after === noObject ? "" : after}:${ref}`);
        const { code, stdout, stderr } = await run(
          ["push", "--porcelain", ...leases, "--end-of-options", url, ...specs],
          {
            okCodes: [0, 1],
          },
        );
        const outcome = pushed(stdout.toString("utf8"), some);
        moved.push(...outcome.moved);
        problem ??= outcome.problem;
        if (code !== 0 && !outcome.problem) throw new MirrorProblem("UpstreamUnreachable", stderr);
      }
      return { moved, problem };
    },
    async probePush({ ref, id }) {
      await run(["push", "--dry-run", "--porcelain", "--end-of-options", url, `${id}:${ref}`]);
    },
  };
}
