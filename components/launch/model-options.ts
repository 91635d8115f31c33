import type { ComboboxOption } from "@/components/ui/open-combobox";
import type { ModelEntry } from "@/lib/contract/agents/model";

/** Models to choose from: each by its id, and by every alias that stands for it. */
export function modelOptions(models: readonly ModelEntry[]): ComboboxOption[] {
  return models.flatMap(({ id, displayName, description, aliases = [] }) => [
    { value: id, label: displayName, detail: [id, description].filter(Boolean).join(" · ") },
    ...aliases.map((alias) => ({ value: alias, label: alias, detail: `Stands for ${displayName}` })),
  ]);
}

/** A newer service may know models and aliases that its list does not show. */
export const typedModel = (text: string): ComboboxOption | undefined =>
  text === "" ? undefined : { value: text, label: text, detail: "Use this id" };
