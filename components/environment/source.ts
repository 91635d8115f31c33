import type { FileLocation } from "@/components/environment/environment-file";

/** The location of the open file: a branch, or no repository yet. */
export type Source = ({ kind: "branch" } & FileLocation) | { kind: "loose" };

export const locationText = ({ repository, branch, path }: FileLocation) =>
  `${repository.ownerSlug}/${repository.repoName}@${branch}:${path}`;

/** The name a draft is stored under. */
export const draftName = (source: Source) => (source.kind === "branch" ? locationText(source) : "loose");
