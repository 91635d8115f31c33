import { actingUserHeader } from "@/lib/contract/acting-user-header";
import { listModels } from "@/lib/contract/agents/list-models";
import { scriptModel } from "@/runner/run/agent-commands";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { defaultModels } from "./default-models";
import type { WithCatalog } from "./model-catalog";

export const listModelsOperation = implement(
  listModels,
  async ({ principal, request }, context: Context & WithCatalog) => {
    const models = await context.catalog.read(principal, request.headers.get(actingUserHeader));
    const { id: used } = models.resolve(undefined, await defaultModels(context, principal));
    const isDefault = (id: string) => id === used && id !== scriptModel;
    return { items: models.entries.map((entry) => (isDefault(entry.id) ? { ...entry, isDefault: true } : entry)) };
  },
);
