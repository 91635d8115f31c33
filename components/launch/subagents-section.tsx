"use client";

import { Combobox } from "@/components/ui/combobox";
import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import type { ComboboxOption } from "@/components/ui/open-combobox";
import { Textarea } from "@/components/ui/textarea";
import type { ModelEntry } from "@/lib/contract/agents/model";
import type { LaunchSubagent } from "@/lib/contract/dashboard/launch-fields";
import { FormGroup, LaunchField, useLaunchForm } from "./launch-context";
import { modelOptions, typedModel } from "./model-options";
import { AddRow, RemoveRow } from "./row-actions";

const maxSubagents = 20;
const commonOptions: readonly ComboboxOption[] = [
  { value: "", label: "Default" },
  { value: "inherit", label: "Same as the agent" },
];

export function SubagentsSection({ models }: { models: readonly ModelEntry[] }) {
  const { fields, change } = useLaunchForm();
  const { subagents } = fields;
  const set = (id: string, changes: Partial<LaunchSubagent>) =>
    change({ subagents: subagents.map((each) => (each.id === id ? { ...each, ...changes } : each)) });
  return (
    <FormGroup
      title="Subagents"
      at="subagents"
      aside={<Meter value={subagents.length} max={maxSubagents} />}
      hint="Helpers the agent can call by name, each with a separate prompt."
    >
      {subagents.map(({ id, name, description, prompt, model }, index) => (
        <div key={id} data-row={id} className="space-y-3 rounded-md border p-3">
          <div className="flex items-end gap-2">
            <LaunchField at={`${id}.name`} label={`Subagent ${index + 1} name`} className="min-w-0 flex-1">
              {(control) => (
                <Input
                  {...control}
                  value={name}
                  onChange={({ target }) => set(id, { name: target.value })}
                  className="font-mono"
                  autoCapitalize="none"
                  spellCheck={false}
                />
              )}
            </LaunchField>
            <RemoveRow
              what={name || `subagent ${index + 1}`}
              of="subagent"
              onRemove={() => change({ subagents: subagents.filter((each) => each.id !== id) })}
            />
          </div>
          <div className="grid gap-3 sm:grid-cols-[2fr_1fr]">
            <LaunchField at={`${id}.description`} label="When to use">
              {(control) => (
                <Input
                  {...control}
                  value={description}
                  onChange={({ target }) => set(id, { description: target.value })}
                />
              )}
            </LaunchField>
            <LaunchField at={`${id}.model`} label="Model" optional>
              {(control) => (
                <Combobox
                  control={control}
                  name={`Models for subagent ${index + 1}`}
                  value={model}
                  options={[...commonOptions, ...modelOptions(models)]}
                  onChange={(next) => set(id, { model: next })}
                  placeholder="Default"
                  free={typedModel}
                  empty="No matching models."
                />
              )}
            </LaunchField>
          </div>
          <LaunchField at={`${id}.prompt`} label="Subagent prompt">
            {(control) => (
              <Textarea {...control} value={prompt} onChange={({ target }) => set(id, { prompt: target.value })} />
            )}
          </LaunchField>
        </div>
      ))}
      <AddRow
        what="subagent"
        count={subagents.length}
        max={maxSubagents}
        onAdd={(id) => change({ subagents: [...subagents, { id, name: "", description: "", prompt: "", model: "" }] })}
      />
    </FormGroup>
  );
}
