import type { Artifact } from "@/lib/contract/agents/list-artifacts";

/** An artifact with the agent it is of. */
export interface ShownArtifact extends Artifact {
  agent: { id: string; name: string };
}

/** Names artifacts apart: two agents may have the same path. */
export const artifactKey = ({ agent, path }: ShownArtifact): string => `${agent.id}/${path}`;

/** The path without the folder every artifact is in. */
export const shortPath = (path: string): string => path.replace(/^artifacts\//, "");

/** Artifacts whose path or agent holds every word. */
export function filterArtifacts(artifacts: readonly ShownArtifact[], text: string): readonly ShownArtifact[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return artifacts;
  return artifacts.filter(({ path, agent }) => {
    const haystack = `${path} ${agent.name}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
