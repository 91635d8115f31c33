"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { repositoriesQuery } from "@/components/launch-options/launch-option-queries";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { rowId } from "@/components/ui/new-row";
import { Segmented } from "@/components/ui/segmented";
import { TextField } from "@/components/ui/text-field";
import { callProxy } from "@/lib/client/call";
import type { ModelEntry } from "@/lib/contract/agents/model";
import { maxBatchAgents } from "@/lib/contract/dashboard/batches/batch";
import type { BatchFields } from "@/lib/contract/dashboard/launch-fields";
import { formBatch } from "@/lib/model/batches/form-batch";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { filledRepositories } from "@/lib/model/launch/filled-repositories";
import { counted } from "@/lib/model/plural";
import { repositoryRow } from "./empty-fields";
import { useLaunchForm } from "./launch-context";
import { modelOptions, typedModel } from "./model-options";
import { typedRepository } from "./repository-options";

interface BatchSectionProps {
  batch: BatchFields;
  models: UseQueryResult<{ items: ModelEntry[] }>;
}

/** What the agents of a batch differ in, and how many there are. */
export default function BatchSection({ batch, models }: BatchSectionProps) {
  const { fields, change, problems } = useLaunchForm();
  const set = (changes: Partial<BatchFields>) => change({ batch: { ...batch, ...changes } });
  const { count, text } = formBatch(fields);
  const problem = problems.batch;
  return (
    <fieldset data-control="batch" className="min-w-0 space-y-4 rounded-lg border p-3">
      <legend className="px-1 font-semibold text-sm">Batch</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Models batch={batch} models={models} onChange={(next) => set({ models: next })} />
        <Repositories batch={batch} onSplit={(perRepository) => set({ perRepository })} />
        <TextField
          label="Attempts"
          hint={`Agents for each combination, 1 to ${maxBatchAgents}.`}
          fieldClassName="max-w-32"
          type="number"
          min={1}
          max={maxBatchAgents}
          value={batch.attempts === 0 ? "" : String(batch.attempts)}
          onValue={(next) => set({ attempts: Number.parseInt(next, 10) || 0 })}
        />
      </div>
      {problem ? (
        <p data-problem tabIndex={-1} className="text-danger text-xs first-letter:uppercase">
          {problem}
        </p>
      ) : (
        <p role="status" className="text-sm">
          <span className="font-medium">{counted(count, "agent")}</span>
          {text === "" ? null : <span className="text-muted-foreground">: {text}</span>}
        </p>
      )}
    </fieldset>
  );
}

interface ModelsProps extends BatchSectionProps {
  onChange: (models: string[]) => void;
}

function Models({ batch, models, onChange }: ModelsProps) {
  const { fields } = useLaunchForm();
  const chosen = [...(fields.model === "" ? [] : [fields.model]), ...batch.models];
  const options = modelOptions(models.data?.items ?? []).filter(({ value }) => !chosen.includes(value));
  return (
    <Field label="More models" hint="One agent for each model.">
      {(control) => (
        <div className="space-y-1.5">
          <Chips
            items={batch.models.map((id) => ({ id, label: id }))}
            onRemove={(id) => onChange(batch.models.filter((each) => each !== id))}
          />
          <Combobox
            control={control}
            icon={<Plus aria-hidden />}
            name="Models"
            value=""
            options={options}
            onChange={(id) => (id === "" || chosen.includes(id) ? undefined : onChange([...batch.models, id]))}
            placeholder="Add a model"
            free={typedModel}
            empty={models.isPending ? "Loading…" : "No other models."}
          />
        </div>
      )}
    </Field>
  );
}

interface RepositoriesProps {
  batch: BatchFields;
  onSplit: (perRepository: boolean) => void;
}

function Repositories({ batch, onSplit }: RepositoriesProps) {
  const { fields, change } = useLaunchForm();
  const listed = useQuery(repositoriesQuery(callProxy));
  const [first, ...others] = filledRepositories(fields);
  const known = new Set(filledRepositories(fields).map(({ url }) => url));
  const add = (url: string) => {
    if (url === "" || known.has(url)) return;
    change({
      repositories: [...fields.repositories, repositoryRow({ id: rowId(), url })],
      // A second repository is usually meant for a second agent.
      ...(others.length === 0 ? { batch: { ...batch, perRepository: true } } : {}),
    });
  };
  const remove = (id: string) => change({ repositories: fields.repositories.filter((row) => row.id !== id) });
  if (!first) return null;
  return (
    <div className="space-y-1.5">
      <Field label="More repositories" hint={batch.perRepository ? "One agent for each repository." : undefined}>
        {(control) => (
          <div className="space-y-1.5">
            <Chips items={others.map(({ id, url }) => ({ id, label: repositoryName(url) }))} onRemove={remove} />
            <Combobox
              control={control}
              icon={<Plus aria-hidden />}
              name="Repositories"
              value=""
              options={(listed.data?.items ?? [])
                .filter(({ url }) => !known.has(url))
                .map(({ url }) => ({ value: url, label: repositoryName(url), detail: url }))}
              onChange={add}
              placeholder="Add a repository"
              free={typedRepository}
              empty={listed.isPending ? "Loading…" : "No other repositories. You can enter a full URL."}
            />
          </div>
        )}
      </Field>
      {others.length > 0 ? (
        <Segmented
          label="Repositories of each agent"
          value={batch.perRepository ? "one" : "all"}
          options={[
            { value: "one", label: "One per agent" },
            { value: "all", label: "All in each agent" },
          ]}
          onChange={(next) => onSplit(next === "one")}
        />
      ) : null}
    </div>
  );
}

interface ChipsProps {
  items: readonly { id: string; label: string }[];
  onRemove: (id: string) => void;
}

function Chips({ items, onRemove }: ChipsProps) {
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1">
      {items.map(({ id, label }) => (
        <li key={id} className="flex min-w-0 items-center gap-1 rounded bg-muted py-0.5 pr-0.5 pl-2 text-sm">
          <span className="truncate">{label}</span>
          <button
            type="button"
            aria-label={`Remove ${label}`}
            onClick={() => onRemove(id)}
            className="rounded p-0.5 text-muted-foreground hover:text-foreground"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
