import { isAccessDenied, RemoteRefused } from "@/git/remote";
import { GitError } from "@/git/run-git";
import { GitHubProblem } from "../../github/github-problem";

/** Sync errors: stable codes with user-facing messages. */
const messages = {
  UpstreamUnreachable: "Couldn't reach the upstream",
  UpstreamAccessDenied: "The upstream rejected the credential or the repository wasn't found",
  UpstreamAddressRefused: "The upstream address isn't allowed",
  UpstreamDiverged: "The upstream has changes that aren't in this repository",
  UpstreamRefused: "The upstream rejected a ref update",
  MirrorIntegrityMismatch: "Local and upstream refs differ",
  MirrorContentRefused: "The upstream has contents that can't be stored",
  MirrorInternalError: "Internal error. See the service log.",
} as const;
export type MirrorProblemCode = keyof typeof messages;

/** `details` come from other servers and are only logged. `fix`: what an administrator can do about it, in addition to the message. */
export class MirrorProblem extends Error {
  readonly userMessage: string;

  constructor(
    readonly code: MirrorProblemCode,
    readonly details = "",
    fix = "",
  ) {
    super(details ? `${code}: ${details}` : code);
    this.name = "MirrorProblem";
    this.userMessage = fix ? `${messages[code]}: ${fix}` : messages[code];
  }

  /** True if a retry may succeed. */
  get isTransient(): boolean {
    // A failed DNS lookup also reports UpstreamAddressRefused.
    return ["UpstreamUnreachable", "UpstreamAddressRefused", "MirrorInternalError"].includes(this.code);
  }

  /** True if a user has to decide which side wins. */
  get needsDecision(): boolean {
    return ["UpstreamDiverged", "UpstreamRefused", "MirrorIntegrityMismatch"].includes(this.code);
  }
}

/** Thrown when the mirror was transitioned or detached during a sync; the result is discarded. */
export class MirrorChanged extends Error {}

export function toMirrorProblem(error: unknown): MirrorProblem {
  if (error instanceof MirrorProblem) return error;
  if (error instanceof RemoteRefused && error.cause instanceof GitHubProblem) {
    const code = error.cause.kind === "unavailable" ? "UpstreamUnreachable" : "UpstreamAccessDenied";
    return new MirrorProblem(code, error.message, error.message);
  }
  if (error instanceof RemoteRefused) return new MirrorProblem("UpstreamAddressRefused", error.message);
  if (!(error instanceof GitError)) return new MirrorProblem("MirrorInternalError", String(error));
  if (isAccessDenied(error)) return new MirrorProblem("UpstreamAccessDenied", error.stderr);
  const isContent = /fsck|index-pack failed|unpack-objects|bad object|invalid object/i.test(error.stderr);
  return new MirrorProblem(isContent ? "MirrorContentRefused" : "UpstreamUnreachable", error.stderr || error.message);
}
