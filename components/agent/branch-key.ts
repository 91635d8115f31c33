import type { Branch } from "@/lib/contract/agents/run";

/** Identifies a branch among those of an agent. */
export const branchKey = ({ repoUrl, branch }: Branch): string => `${repoUrl} ${branch}`;
