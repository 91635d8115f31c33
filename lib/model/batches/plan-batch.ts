import type { CreateAgentBody } from "@/lib/contract/agents/create-agent";
import type { ModelSelection } from "@/lib/contract/agents/model";
import type { CreateBatchBody } from "@/lib/contract/dashboard/batches/create-batch";

/** What distinguishes an agent of a batch from the others. */
export interface PlannedMember {
  /** From 1. */
  position: number;
  model: ModelSelection | undefined;
  /** The index of its repository in `launch.repos`; `undefined`: it gets all of them. */
  repository: number | undefined;
  /** From 1. */
  attempt: number;
}

type Dimensions = Pick<CreateBatchBody, "models" | "perRepository" | "attempts"> & {
  launch: Pick<CreateAgentBody, "model" | "repos">;
};

/** The agents of a batch: for each model, each repository, if they are separate, and each attempt. */
export function planBatch({ models, perRepository, attempts, launch }: Dimensions): PlannedMember[] {
  const repositories = perRepository ? (launch.repos ?? []).map((_, index) => index) : [undefined];
  const chosen = models.length > 0 ? models : [launch.model];
  const combinations = chosen.flatMap((model) => repositories.map((repository) => ({ model, repository })));
  return combinations
    .flatMap((combination) => Array.from({ length: attempts }, (_, index) => ({ ...combination, attempt: index + 1 })))
    .map((member, index) => ({ ...member, position: index + 1 }));
}

/** What the names of a batch's agents consist of. */
interface NamedBatch {
  name: string;
  /** How many agents it has. */
  count: number;
}

const maxBatchName = 80;

/** The name of a batch: the given one, or the first line of the prompt with text. */
export function batchName({ name, prompt }: { name?: string | undefined; prompt: { text: string } }): string {
  const line = prompt.text.split("\n").find((each) => each.trim() !== "") ?? "";
  const characters = Array.from((name ?? line).trim());
  return characters.length > maxBatchName ? `${characters.slice(0, maxBatchName - 1).join("")}…` : characters.join("");
}

/** The name of an agent, unique within its batch. */
export const memberName = ({ name, count }: NamedBatch, position: number): string =>
  `${name} (${position} of ${count})`;

/** The launch of one agent of a batch. */
export function memberLaunch(
  launch: CreateAgentBody,
  { model, repository, position }: PlannedMember,
  batch: NamedBatch,
): CreateAgentBody {
  const repo = repository === undefined ? undefined : launch.repos?.[repository];
  return {
    ...launch,
    name: memberName(batch, position),
    ...(model ? { model } : {}),
    ...(repo ? { repos: [repo] } : {}),
  };
}
