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

/** Artifacts by agent, in the order of the agents' first ones. */
export function groupByAgent(artifacts: readonly ArtifactEntry[]) {
  const groups = new Map<string, { agent: ArtifactEntry["agent"]; artifacts: ArtifactEntry[] }>();
  for (const artifact of artifacts) {
    const group = groups.get(artifact.agent.id);
    if (group) group.artifacts.push(artifact);
    else groups.set(artifact.agent.id, { agent: artifact.agent, artifacts: [artifact] });
  }
  return [...groups.values()];
}

export const artifactsHint = "Files that a run writes to its artifacts folder appear here when the run ends.";
