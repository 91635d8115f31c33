import type { Artifact } from "@/lib/contract/agents/list-artifacts";
import { matchesWords } from "@/lib/model/matches-words";

/** An artifact with the agent it is of. */
export interface ArtifactEntry extends Artifact {
  agent: { id: string; name: string };
}

/** Identifies an artifact: two agents may have the same path. */
export const artifactKey = ({ agent, path }: ArtifactEntry): string => `${agent.id}/${path}`;

/** The path without the folder every artifact is in. */
export const shortPath = (path: string): string => path.replace(/^artifacts\//, "");

/** Artifacts whose path or agent holds every word. */
export function filterArtifacts(artifacts: readonly ArtifactEntry[], text: string): readonly ArtifactEntry[] {
  return artifacts.filter(({ path, agent }) => matchesWords(`${path} ${agent.name}`, text));
}
