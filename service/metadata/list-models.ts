import { listModels } from "@/lib/contract/agents/list-models";
import type { WithCatalogue } from "../agents/model-catalog";
import { implement } from "../core/http/implement";

export const listModelsOperation = implement(listModels, async (_call, { catalogue }: WithCatalogue) => ({
  items: [...catalogue.entries],
}));
