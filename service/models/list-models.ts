import { actingUserHeader } from "@/lib/contract/acting-user-header";
import { listModels } from "@/lib/contract/agents/list-models";
import { implement } from "../core/http/implement";
import type { WithCatalog } from "./model-catalog";

export const listModelsOperation = implement(listModels, async ({ principal, request }, { catalog }: WithCatalog) => {
  const { entries } = await catalog.read(principal, request.headers.get(actingUserHeader));
  return { items: [...entries] };
});
