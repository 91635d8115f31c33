import type { ModelSelection } from "@/lib/contract/agents/model";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { filledRepositories } from "../launch/filled-repositories";
import { counted } from "../plural";

/** The batch that a launch form describes. */
export interface FormBatch {
  /** Empty: the model of the launch. */
  models: ModelSelection[];
  perRepository: boolean;
  attempts: number;
  count: number;
  /** What the agents differ in: `3 models × 2 attempts`. */
  text: string;
}

type BatchForm = Pick<LaunchFields, "model" | "params" | "batch" | "repositories">;

/** The form's own model is the first one, if others are added. */
export function formBatch({ model, params, batch, repositories }: BatchForm): FormBatch {
  const added = [...new Set(batch?.models ?? [])].filter((id) => id !== model);
  const own = Object.entries(params).flatMap(([id, value]) => (value === "" ? [] : [{ id, value }]));
  const first = { id: model, ...(own.length > 0 ? { params: own } : {}) };
  const models = added.length === 0 ? [] : [...(model === "" ? [] : [first]), ...added.map((id) => ({ id }))];
  const filled = filledRepositories({ repositories }).length;
  const perRepository = batch?.perRepository === true && filled > 1;
  const attempts = batch?.attempts ?? 1;
  const parts = [
    ...(models.length > 0 ? [counted(models.length, "model")] : []),
    ...(perRepository ? [counted(filled, "repository", "repositories")] : []),
    ...(attempts > 1 ? [counted(attempts, "attempt")] : []),
  ];
  const count = Math.max(models.length, 1) * (perRepository ? filled : 1) * attempts;
  return { models, perRepository, attempts, count, text: parts.join(" × ") };
}
