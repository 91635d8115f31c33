"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Select } from "@/components/ui/select";
import type { ModelEntry } from "@/lib/contract/agents/model";
import { chosenParams } from "./launch-body";
import { LaunchField, useLaunchForm } from "./launch-context";
import { ProgramSetup, useUnreadyPrograms } from "./program-setup";

interface Param {
  id: string;
  value: string;
}

/** True when two sets of parameters are equal, in any order. */
function sameParams(one: readonly Param[], other: readonly Param[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, value }) => other.some((each) => each.id === id && each.value === value))
  );
}

/** The model with an id or an alias. */
function modelEntry(models: readonly ModelEntry[], id: string): ModelEntry | undefined {
  return models.find((entry) => entry.id === id || entry.aliases?.includes(id));
}

interface ModelSettingsProps {
  models: UseQueryResult<{ items: ModelEntry[] }>;
  /** The user can set up coding agents, and sees those that aren't ready. */
  canSetUp: boolean;
}

/** The variant and parameters of the selected model, and why it can't be used. */
export function ModelSettings({ models, canSetUp }: ModelSettingsProps) {
  const { fields } = useLaunchForm();
  const unready = useUnreadyPrograms(canSetUp);
  const [program = ""] = fields.model.split("/", 1);
  const blocked = unready.find(({ name }) => name === program);
  const entry = modelEntry(models.data?.items ?? [], fields.model);
  const variants = entry?.variants ?? [];
  const params = chosenParams(fields);
  const chosen = variants.findIndex((variant) => sameParams(variant.params, params));
  return (
    <div className="space-y-3 empty:hidden">
      {blocked ? <ProgramSetup program={blocked} /> : null}
      {variants.length > 1 ? <VariantField variants={variants} params={params} chosen={chosen} /> : null}
      <ParamFields parameters={entry?.parameters ?? []} params={params} />
      {variants.length > 1 && params.length > 0 && chosen === -1 ? (
        <p className="text-muted-foreground text-xs">
          No listed variant has these parameters. The service may reject them.
        </p>
      ) : null}
    </div>
  );
}

interface VariantFieldProps {
  variants: NonNullable<ModelEntry["variants"]>;
  params: readonly Param[];
  /** Index of the variant with these parameters; -1 if there is none. */
  chosen: number;
}

function VariantField({ variants, params, chosen }: VariantFieldProps) {
  const { change } = useLaunchForm();
  return (
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
              {variant.isDefault ? " (default)" : ""}
            </option>
          ))}
          {params.length > 0 && chosen === -1 ? <option value="-1">Custom parameters</option> : null}
        </Select>
      )}
    </LaunchField>
  );
}

interface ParamFieldsProps {
  parameters: NonNullable<ModelEntry["parameters"]>;
  params: readonly Param[];
}

/** The model's parameters. A selected parameter that the model doesn't list is still shown so that it can be removed. */
function ParamFields({ parameters, params }: ParamFieldsProps) {
  const { fields, change } = useLaunchForm();
  const unlisted = params
    .filter(({ id }) => !parameters.some((each) => each.id === id))
    .map(({ id, value }) => ({ id, displayName: undefined, values: [{ value, displayName: undefined }] }));
  const shown = [...parameters, ...unlisted];
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {shown.map(({ id, displayName, values }) => (
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
    </div>
  );
}
