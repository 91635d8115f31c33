"use client";

import { useQuery } from "@tanstack/react-query";
import { Cpu } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense } from "react";
import { keyCapabilitiesQuery } from "@/components/keys/key-queries";
import { modelsQuery } from "@/components/launch-options/launch-option-queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadState } from "@/components/ui/load-state";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import type { ModelEntry } from "@/lib/contract/agents/model";
import { paths } from "@/lib/model/paths";

/** Only admins of the embedded service load it. */
const DefaultModels = lazy(() => retryImport(() => import("./default-models")));

/** The models the service recommends for agents. */
export function ModelsScreen({ isAdmin }: { isAdmin: boolean }) {
  const query = useQuery(modelsQuery(callProxy));
  const { data } = query;
  const keys = useQuery({ ...keyCapabilitiesQuery, enabled: isAdmin });
  return (
    <section aria-label="Models" className="max-w-content space-y-3 p-4 text-sm">
      <p className="text-muted-foreground">
        Models recommended by the service. Choose a model, its parameters, or a variant when you launch an agent.
        Otherwise, the account&apos;s default is used.
      </p>
      <LoadState
        query={query}
        stale="The list may be out of date."
        failed="Couldn't load models."
        loading="Loading models"
      />
      {data?.items.length === 0 ? (
        <EmptyState
          icon={Cpu}
          title="No models"
          action={
            <Button asChild>
              <Link href={paths.newAgent()}>New agent</Link>
            </Button>
          }
        >
          The service recommends no models. Agents use the default model.
        </EmptyState>
      ) : null}
      {data?.items.map((model) => (
        <ModelItem key={model.id} model={model} />
      ))}
      {data && isAdmin && keys.data?.embedded ? (
        <Suspense fallback={<SkeletonRows label="Loading default models" />}>
          <DefaultModels models={data.items} />
        </Suspense>
      ) : null}
    </section>
  );
}

function ModelItem({ model }: { model: ModelEntry }) {
  const { id, displayName, description, aliases = [], parameters = [], variants = [] } = model;
  return (
    <article aria-label={displayName} className="space-y-2 rounded-md border p-3">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="font-medium">{displayName}</h2>
        <span className="inline-flex min-w-0 items-center gap-1">
          <code className="break-all font-mono text-xs">{id}</code>
          <CopyButton text={id} what="model ID" />
        </span>
        {aliases.map((alias) => (
          <Badge key={alias}>Alias: {alias}</Badge>
        ))}
      </header>
      {description ? <p className="break-words text-muted-foreground">{description}</p> : null}
      {parameters.length > 0 ? (
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
          {parameters.map((parameter) => (
            <div key={parameter.id} className="contents">
              <dt className="break-words text-muted-foreground">{parameter.displayName ?? parameter.id}</dt>
              <dd className="break-words">
                {parameter.values.map((each) => each.displayName ?? each.value).join(", ") || "No values"}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {variants.length > 0 ? (
        <ul className="space-y-0.5">
          {variants.map((variant) => (
            <li key={variant.displayName} className="flex flex-wrap items-center gap-2">
              {variant.displayName}
              {variant.isDefault ? <Badge tone="info">Default</Badge> : null}
              <code className="break-all font-mono text-muted-foreground text-xs">
                {variant.params.map((each) => `${each.id}=${each.value}`).join(" ")}
              </code>
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  );
}
