import { listModels } from "@/lib/contract/agents/list-models";
import { implement } from "../core/http/implement";
import type { WithCatalog } from "./model-catalog";

export const listModelsOperation = implement(listModels, async ({ principal }, { catalog }: WithCatalog) => {
  const { entries } = await catalog.read(principal);
  return { items: [...entries] };
});
