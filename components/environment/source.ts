import type { FilePlace } from "@/components/environment/environment-file";

/** Where the file in the editor belongs: on a branch, or nowhere yet. */
export type Source = ({ kind: "branch" } & FilePlace) | { kind: "loose" };

export const placeText = ({ repository, branch, path }: FilePlace) =>
  `${repository.ownerSlug}/${repository.repoName}@${branch}:${path}`;

/** What drafts are kept under. */
export const draftName = (source: Source) => (source.kind === "branch" ? placeText(source) : "loose");
