import { GitError } from "../../git/run-git";
import { isRefusedAccess } from "../../runner/git-credential";
import { RunFailure } from "../../runner/run-failure";

/** What keeps a mirror from being like its source: stable codes, and the sentence people read. */
const sentences = {
  UpstreamUnreachable: "The source could not be reached",
  UpstreamAccessDenied: "The source refused the credential, or hides the repository",
  UpstreamAddressRefused: "The address of the source is not one that may be reached",
  UpstreamDiverged: "The source has changes that are not here",
  UpstreamRefused: "The source refused a reference",
  MirrorIntegrityMismatch: "The references here and at the source differ",
  MirrorContentRefused: "The source holds contents that can't be stored",
  MirrorInternalError: "The service failed; its log says why",
} as const;
export type MirrorProblemCode = keyof typeof sentences;

/** The details are for the log alone: other servers wrote them. */
export class MirrorProblem extends Error {
  readonly sentence: string;

  constructor(
    readonly code: MirrorProblemCode,
    readonly details = "",
  ) {
    super(details ? `${code}: ${details}` : code);
    this.name = "MirrorProblem";
    this.sentence = sentences[code];
  }

  /** True when the same may succeed a little later. */
  get passing(): boolean {
    // A name server that is away makes no address one that may be reached.
    return ["UpstreamUnreachable", "UpstreamAddressRefused", "MirrorInternalError"].includes(this.code);
  }

  /** True when somebody has to decide which side is right. */
  get needsDecision(): boolean {
    return ["UpstreamDiverged", "UpstreamRefused", "MirrorIntegrityMismatch"].includes(this.code);
  }
}

/** The mirror was turned or cut off while it was worked on; what was found no longer matters. */
export class MirrorMoved extends Error {}

export function problemOf(error: unknown): MirrorProblem {
  if (error instanceof MirrorProblem) return error;
  if (error instanceof RunFailure) return new MirrorProblem("UpstreamAddressRefused", error.message);
  if (!(error instanceof GitError)) return new MirrorProblem("MirrorInternalError", String(error));
  if (isRefusedAccess(error)) return new MirrorProblem("UpstreamAccessDenied", error.stderr);
  const isContent = /fsck|index-pack failed|unpack-objects|bad object|invalid object/i.test(error.stderr);
  return new MirrorProblem(isContent ? "MirrorContentRefused" : "UpstreamUnreachable", error.stderr || error.message);
}
