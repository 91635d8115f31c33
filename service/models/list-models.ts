import { listModels } from "@/lib/contract/agents/list-models";
import { implement } from "../core/http/implement";
import type { WithCatalog } from "./model-catalog";

export const listModelsOperation = implement(listModels, async (_call, { catalog }: WithCatalog) => ({
  items: [...catalog.entries],
}));
