import { listModels } from "@/lib/contract/agents/list-models";
import { implement } from "../core/http/implement";

export const listModelsOperation = implement(listModels, async (_call, { catalogue }) => ({
  items: [...catalogue.entries],
}));
