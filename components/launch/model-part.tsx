"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Combobox } from "@/components/ui/combobox";
import type { ComboboxOption } from "@/components/ui/open-combobox";
import { Select } from "@/components/ui/select";
import type { ModelEntry } from "@/lib/contract/agents/model";
import { chosenParams } from "./launch-body";
import { LaunchField, useLaunchForm } from "./launch-context";
import { modelOptions, typedModel } from "./model-options";
import { sameParams } from "./same-params";

const defaultModel: ComboboxOption = {
  value: "",
  label: "Default",
  detail: "Yours, else your team's, else the service's",
};

/** The entry an id or an alias stands for. */
export function modelEntry(models: readonly ModelEntry[], id: string): ModelEntry | undefined {
  return models.find((entry) => entry.id === id || entry.aliases?.includes(id));
}

export function ModelPart({ models }: { models: UseQueryResult<{ items: ModelEntry[] }> }) {
  const { fields, change } = useLaunchForm();
  const entry = modelEntry(models.data?.items ?? [], fields.model);
  const options = [defaultModel, ...modelOptions(models.data?.items ?? [])];
  const variants = entry?.variants ?? [];
  const params = chosenParams(fields);
  const chosen = variants.findIndex((variant) => sameParams(variant.params, params));
  // A parameter the list does not tell of is still shown, so that it can be taken away.
  const told = entry?.parameters ?? [];
  const untold = params.filter(({ id }) => !told.some((each) => each.id === id));

  return (
    <div className="space-y-3">
      <LaunchField
        at="model"
        label="Model"
        optional
        hint={models.isError ? `Models could not be listed: ${models.error.message}` : entry?.description}
      >
        {(control) => (
          <Combobox
            control={control}
            name="Models"
            value={fields.model}
            options={options}
            onChange={(model) => change({ model, params: {} })}
            placeholder="Default"
            free={typedModel}
            empty={models.isPending ? "Loading…" : "No model by that name."}
          />
        )}
      </LaunchField>
      {variants.length > 1 ? (
        <LaunchField at="variant" label="Variant" optional>
          {(control) => (
            <Select
              {...control}
              value={params.length === 0 ? "" : String(chosen)}
              onChange={({ target }) => {
                const variant = variants[Number(target.value)];
                if (target.value === "") change({ params: {} });
                else if (variant)
                  change({ params: Object.fromEntries(variant.params.map(({ id, value }) => [id, value])) });
              }}
            >
              <option value="">Default</option>
              {variants.map((variant, index) => (
                <option key={JSON.stringify(variant.params)} value={index}>
                  {variant.displayName}
                  {variant.isDefault ? " (the default)" : ""}
                </option>
              ))}
              {params.length > 0 && chosen === -1 ? <option value="-1">Your own choice of parameters</option> : null}
            </Select>
          )}
        </LaunchField>
      ) : null}
      {told.length + untold.length > 0 ? (
        <div className="grid gap-3 sm:grid-cols-2">
          {told.map(({ id, displayName, values }) => (
            <LaunchField key={id} at={`param.${id}`} label={displayName ?? id} optional>
              {(control) => (
                <Select
                  {...control}
                  value={fields.params[id] ?? ""}
                  onChange={({ target }) => change({ params: { ...fields.params, [id]: target.value } })}
                >
                  <option value="">Default</option>
                  {values.map(({ value, displayName: name }) => (
                    <option key={value} value={value}>
                      {name ?? value}
                    </option>
                  ))}
                </Select>
              )}
            </LaunchField>
          ))}
          {untold.map(({ id, value }) => (
            <LaunchField key={id} at={`param.${id}`} label={id} optional>
              {(control) => (
                <Select
                  {...control}
                  value={value}
                  onChange={({ target }) => change({ params: { ...fields.params, [id]: target.value } })}
                >
                  <option value="">Default</option>
                  <option value={value}>{value}</option>
                </Select>
              )}
            </LaunchField>
          ))}
        </div>
      ) : null}
      {variants.length > 1 && params.length > 0 && chosen === -1 ? (
        <p className="text-muted-foreground text-xs">
          No published variant has these parameters; some services refuse such a choice.
        </p>
      ) : null}
    </div>
  );
}
