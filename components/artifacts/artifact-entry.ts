import type { Artifact } from "@/lib/contract/agents/list-artifacts";
import { matchesWords } from "@/lib/model/matches-words";

/** An artifact and its agent. */
export interface ArtifactEntry extends Artifact {
  agent: { id: string; name: string };
}

/** A unique key: two agents may have artifacts with the same path. */
export const artifactKey = ({ agent, path }: ArtifactEntry): string => `${agent.id}/${path}`;

/** The path without the common `artifacts/` folder. */
export const shortPath = (path: string): string => path.replace(/^artifacts\//, "");

/** Artifacts whose path or agent name contains every word. */
export function filterArtifacts(artifacts: readonly ArtifactEntry[], text: string): readonly ArtifactEntry[] {
  return artifacts.filter(({ path, agent }) => matchesWords(`${path} ${agent.name}`, text));
}
