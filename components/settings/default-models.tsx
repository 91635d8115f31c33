"use client";

import { useQuery } from "@tanstack/react-query";
import { LoadState } from "@/components/ui/load-state";
import { SelectField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { ModelEntry } from "@/lib/contract/agents/model";
import { defaultModelsQuery, useSetDefaultModel } from "./default-model-queries";

/** Sets the model of agents that are launched without one, for the team and for each user. */
export default function DefaultModels({ models }: { models: readonly ModelEntry[] }) {
  const query = useQuery(defaultModelsQuery);
  const { data } = query;
  return (
    <section aria-label="Default models" className="space-y-2">
      <h2 className="font-medium">Default models</h2>
      <p className="text-muted-foreground">Used when an agent is launched without a model.</p>
      <LoadState
        query={query}
        stale="The list may be out of date."
        failed="Couldn't load the default models."
        loading="Loading default models"
      />
      {data ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <DefaultModel label="Team" email={undefined} value={data.team} unset="Service default" models={models} />
          {data.users.map(({ email, defaultModel = null }) => (
            <DefaultModel
              key={email}
              label={email}
              email={email}
              value={defaultModel}
              unset="Team default"
              models={models}
            />
          ))}
        </div>
      ) : null}
    </section>
  );
}

interface DefaultModelProps {
  label: string;
  /** Undefined: the team's default. */
  email: string | undefined;
  value: string | null;
  unset: string;
  models: readonly ModelEntry[];
}

function DefaultModel({ label, email, value, unset, models }: DefaultModelProps) {
  const set = useSetDefaultModel();
  const shown = set.isPending ? set.variables.model : value;
  const isListed = models.some(({ id }) => id === shown);
  return (
    <SelectField
      label={label}
      value={shown ?? ""}
      disabled={set.isPending}
      onValue={(model) =>
        set.mutate(
          { email, model: model || null },
          {
            onSuccess: () => toast.success("Default model saved."),
            onError: ({ message }) => toast.error("Couldn't save the default model.", { description: message }),
          },
        )
      }
    >
      <option value="">{unset}</option>
      {models.map(({ id, displayName }) => (
        <option key={id} value={id}>
          {displayName}
        </option>
      ))}
      {shown !== null && !isListed ? <option value={shown}>{shown} (unavailable)</option> : null}
    </SelectField>
  );
}
