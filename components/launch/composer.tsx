"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { GitPullRequest } from "lucide-react";
import { useState } from "react";
import { attachImages } from "@/components/images/attach-images";
import { DropArea } from "@/components/images/drop-area";
import { ImageField } from "@/components/images/image-field";
import { repositoriesQuery } from "@/components/launch-options/launch-option-queries";
import { PromptTextarea } from "@/components/prompt/prompt-textarea";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { callProxy } from "@/lib/client/call";
import type { ModelEntry } from "@/lib/contract/agents/model";
import { maxImages } from "@/lib/contract/agents/prompt";
import { BatchChip } from "./batch-chip";
import { ModelChip, ReferenceChip, RepositoryChip, WhereChip } from "./chips";
import { launchDraft } from "./draft";
import { repositoryRow } from "./empty-fields";
import { InlineField, useLaunchForm } from "./launch-context";
import { ModelSettings } from "./model-settings";
import { fillFromTemplate } from "./use-prefill";

/** Loaded when a repository is selected. */
const LaunchCheck = browserOnly(() => import("@/components/environment/launch-check"));

/** Loaded when the form launches a batch. */
const BatchSection = browserOnly(() => import("./batch-section"));

/** Prompts the built-in script agent can run. */
const examples = [
  { name: "Run the tests", text: "Run the tests of this repository.\n\n```sh\nnpm test\n```\n" },
  {
    name: "Write a file",
    text: "Add a note for new contributors.\n\n```file NOTES.md\n# Notes\n\nStart with the README, then run `npm test`.\n```\n\n```sh\ngit status --short\n```\n",
  },
  { name: "Search the code", text: "Where is the order discount calculated?" },
];

interface ComposerProps {
  models: UseQueryResult<{ items: ModelEntry[] }>;
  /** The user can set up coding agents, and sees those that aren't ready. */
  canSetUp: boolean;
}

/** The prompt with the choices most launches need. The others are in the advanced options. */
export function Composer({ models, canSetUp }: ComposerProps) {
  const { fields, change, problems } = useLaunchForm();
  const [repository = repositoryRow({ id: "first" })] = fields.repositories;
  const { url, from, startingRef } = repository;
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const attach = async (files: readonly File[]) => {
    const { images, rejected, stored } = attachImages(files, launchDraft.read().fields.images.length);
    setRejected(rejected);
    await stored;
    if (images.length > 0) change({ images: [...launchDraft.read().fields.images, ...images].slice(0, maxImages) });
  };

  return (
    <DropArea className="space-y-3" onFiles={(files) => void attach(files)}>
      <div className="rounded-lg border border-input/60 bg-card has-[textarea:focus-visible]:border-primary">
        <InlineField at="prompt" label="Prompt" className="[&>p]:px-3">
          {(control) => (
            <PromptTextarea
              {...control}
              autoFocus
              value={fields.prompt}
              onValue={(prompt) => change({ prompt })}
              source={{
                model: fields.model,
                repository: url ? { url, revision: startingRef || undefined } : undefined,
              }}
              onTemplate={fillFromTemplate}
              placeholder="What should the agent do?"
              className="max-h-[50vh] min-h-32 border-0 bg-transparent px-3 font-mono outline-none"
            />
          )}
        </InlineField>
        <div className="flex flex-wrap items-start gap-1.5 px-2 pb-2">
          <RepositoryChip row={repository} />
          {url && from === "reference" ? <ReferenceChip row={repository} /> : null}
          <ModelChip models={models} canSetUp={canSetUp} />
          <WhereChip />
          <PullRequestChip />
          <BatchChip />
        </div>
      </div>
      {fields.batch ? <BatchSection batch={fields.batch} models={models} /> : null}
      <LoadProblems models={models} />
      <ModelSettings models={models} canSetUp={canSetUp} />
      {url && from === "reference" ? <LaunchCheck url={url} reference={startingRef} /> : null}
      <ImageField
        images={fields.images}
        problems={problems}
        rejected={rejected}
        onFiles={(files) => void attach(files)}
        onChange={(images) => change({ images })}
      />
      {fields.prompt === "" || examples.some(({ text }) => text === fields.prompt) ? (
        <Examples onUse={(prompt) => change({ prompt })} />
      ) : null}
    </DropArea>
  );
}

/** Why the lists of the chips are empty. */
function LoadProblems({ models }: Pick<ComposerProps, "models">) {
  const repositories = useQuery(repositoriesQuery(callProxy));
  return (
    <div className="space-y-1 text-muted-foreground text-xs empty:hidden">
      {repositories.error ? <p>Couldn't load repositories: {repositories.error.message}</p> : null}
      {models.error ? <p>Couldn't load models: {models.error.message}</p> : null}
    </div>
  );
}

function PullRequestChip() {
  const { fields, change } = useLaunchForm();
  return (
    <label
      title="Opens a pull request when the run completes"
      className="flex h-8 cursor-pointer items-center gap-1.5 rounded-md border border-input/60 px-2 text-sm hover:border-input"
    >
      <GitPullRequest aria-hidden className="size-3.5 text-muted-foreground" />
      Open a pull request
      <input
        type="checkbox"
        checked={fields.autoCreatePR}
        onChange={({ target }) => change({ autoCreatePR: target.checked })}
        className="size-4 accent-primary"
      />
    </label>
  );
}

function Examples({ onUse }: { onUse: (prompt: string) => void }) {
  return (
    <div className="space-y-2">
      <p className="text-muted-foreground text-xs">
        The built-in script agent runs fenced sh blocks, writes file blocks, and applies diff blocks; without any, it
        searches the repository.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted-foreground text-xs">Examples</span>
        {examples.map(({ name, text }) => (
          <Button key={name} size="small" onClick={() => onUse(text)}>
            {name}
          </Button>
        ))}
      </div>
    </div>
  );
}
