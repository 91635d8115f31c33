import type { ComboboxOption } from "@/components/ui/open-combobox";
import type { ModelEntry } from "@/lib/contract/agents/model";

/** Models to choose from, by id and by alias. */
export function modelOptions(models: readonly ModelEntry[]): ComboboxOption[] {
  return models.flatMap(({ id, displayName, description, aliases = [] }) => [
    { value: id, label: displayName, detail: [id, description].filter(Boolean).join(" · ") },
    ...aliases.map((alias) => ({ value: alias, label: alias, detail: `Alias of ${displayName}` })),
  ]);
}

/** Allows a typed id: the service may accept models and aliases that it doesn't list. */
export const typedModel = (text: string): ComboboxOption | undefined =>
  text === "" ? undefined : { value: text, label: text, detail: "Use this ID" };
