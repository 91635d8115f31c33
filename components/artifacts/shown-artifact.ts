import type { Artifact } from "@/lib/contract/agents/list-artifacts";
import { matchesWords } from "@/lib/model/matches-words";

/** An artifact with the agent it is of. */
export interface ShownArtifact extends Artifact {
  agent: { id: string; name: string };
}

/** Identifies an artifact: two agents may have the same path. */
export const artifactKey = ({ agent, path }: ShownArtifact): string => `${agent.id}/${path}`;

/** The path without the folder every artifact is in. */
export const shortPath = (path: string): string => path.replace(/^artifacts\//, "");

/** Artifacts whose path or agent holds every word. */
export function filterArtifacts(artifacts: readonly ShownArtifact[], text: string): readonly ShownArtifact[] {
  return artifacts.filter(({ path, agent }) => matchesWords(`${path} ${agent.name}`, text));
}
