import { listModels } from "@/lib/contract/agents/list-models";
import { implement } from "../core/http/implement";
import type { WithCatalogue } from "./model-catalog";

export const listModelsOperation = implement(listModels, async (_call, { catalogue }: WithCatalogue) => ({
  items: [...catalogue.entries],
}));
