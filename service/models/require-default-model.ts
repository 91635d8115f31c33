import { apiError } from "../core/http/api-error";
import type { WithCatalog } from "./model-catalog";

/** Checks a new default model; null and undefined pass. Throws 400 `invalid_model`. */
export async function requireDefaultModel(
  { catalog }: WithCatalog,
  defaultModel: string | null | undefined,
): Promise<void> {
  if (!defaultModel) return;
  const { entries } = await catalog.read();
  if (entries.some(({ id, aliases }) => id === defaultModel || aliases?.includes(defaultModel))) return;
  const message = `defaultModel: Model '${defaultModel}' is not available`;
  throw apiError.agents(400, "invalid_model", message, "defaultModel");
}
