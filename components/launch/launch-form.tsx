"use client";

import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { repositoryName } from "@/components/agents/agent-row";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { callProxy } from "@/lib/queries/call";
import { modelsQuery, repositoriesQuery } from "@/lib/queries/catalogue";
import { useLaunchDraft } from "./draft";
import { examples } from "./examples";
import type { FieldErrors } from "./launch-fields";
import { useLaunch } from "./use-launch";

interface LaunchFormProps {
  /** From the address: `?prompt=&repo=&ref=`. */
  given: { prompt: string | undefined; repository: string | undefined; reference: string | undefined };
  mayLaunch: boolean;
}

const maxName = 100;
const noRepository: ComboboxOption = {
  value: "",
  label: "No repository",
  detail: "The agent works in an empty folder",
};

const asRepository = (text: string): ComboboxOption | undefined =>
  /^https?:\/\/\S+$/.test(text) ? { value: text, label: text, detail: "Use this address" } : undefined;

export function LaunchForm({ given, mayLaunch }: LaunchFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { fields, change, clear } = useLaunchDraft();
  const models = useQuery(modelsQuery(callProxy));
  const repositories = useQuery(repositoriesQuery(callProxy));

  const { prompt, repository, reference } = given;
  useEffect(() => {
    const asked = Object.entries({ prompt, repository, reference }).filter(([, value]) => value !== undefined);
    if (asked.length > 0) change(Object.fromEntries(asked));
  }, [prompt, repository, reference, change]);

  const focusFirst = (errors: FieldErrors) => {
    if (Object.keys(errors).length === 0) return;
    requestAnimationFrame(() => {
      const target = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
      target?.focus();
      target?.scrollIntoView({ block: "nearest" });
    });
  };
  const { errors, lost, requestId, pending, submit } = useLaunch(clear, focusFirst);

  const launch = () => {
    if (!pending && mayLaunch) focusFirst(submit(fields));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    launch();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      launch();
    }
  };

  const options = [
    noRepository,
    ...(repositories.data?.items ?? []).map(({ url }) => ({ value: url, label: repositoryName(url), detail: url })),
  ];
  const nameLength = Array.from(fields.name).length;

  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      noValidate
      className="mx-auto max-w-3xl space-y-5 p-4 md:py-6"
    >
      {errors.form ? (
        <ErrorNotice title={errors.form} requestId={requestId}>
          {lost
            ? "Whether the agent was created is not known. Launching again is safe: it never makes a second one."
            : "No agent was created, and nothing you typed is lost."}
        </ErrorNotice>
      ) : null}

      <Field
        label="Prompt"
        error={errors.prompt}
        hint="The built-in script agent runs fenced sh blocks, writes file blocks and applies diff blocks; without any it searches the repository."
      >
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            value={fields.prompt}
            onChange={(event) => change({ prompt: event.target.value })}
            placeholder="What should the agent do?"
            className="max-h-[50vh] min-h-36 font-mono"
          />
        )}
      </Field>
      <div className="-mt-2 flex flex-wrap items-center gap-2">
        <span className="text-muted-foreground text-xs">Examples</span>
        {examples.map(({ name, text }) => (
          <Button key={name} size="small" onClick={() => change({ prompt: text })}>
            {name}
          </Button>
        ))}
      </div>

      <div className="grid gap-5 md:grid-cols-2">
        <Field
          label="Repository"
          optional
          error={errors.repository}
          hint={repositories.isError ? `Repositories could not be listed: ${repositories.error.message}` : undefined}
        >
          {(control) => (
            <Combobox
              control={control}
              name="Repositories"
              value={fields.repository}
              options={options}
              onChange={(next) => change({ repository: next })}
              placeholder="No repository"
              free={asRepository}
              empty={repositories.isPending ? "Loading…" : "None by that name. A full https address can be used."}
            />
          )}
        </Field>
        <Field
          label="Reference"
          optional
          error={errors.reference}
          hint="Branch, tag or commit; the default branch when empty."
        >
          {(control) => (
            <Input
              {...control}
              value={fields.reference}
              disabled={!fields.repository}
              onChange={(event) => change({ reference: event.target.value })}
              placeholder="main"
              className="font-mono"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field
          label="Model"
          optional
          error={errors.model}
          hint={models.isError ? `Models could not be listed: ${models.error.message}` : undefined}
        >
          {(control) => (
            <Select {...control} value={fields.model} onChange={(event) => change({ model: event.target.value })}>
              <option value="">Default</option>
              {(models.data?.items ?? []).map(({ id, displayName }) => (
                <option key={id} value={id}>
                  {displayName}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Name"
          optional
          error={errors.name}
          hint="Taken from the prompt when empty."
          aside={
            nameLength > 0 ? (
              <span className={nameLength > maxName ? "text-danger text-xs" : "text-muted-foreground text-xs"}>
                {nameLength}/{maxName}
              </span>
            ) : null
          }
        >
          {(control) => (
            <Input {...control} value={fields.name} onChange={(event) => change({ name: event.target.value })} />
          )}
        </Field>
      </div>

      <div className="space-y-1.5">
        <span aria-hidden className="block font-medium text-sm">
          Mode
        </span>
        <Segmented
          label="Mode"
          value={fields.mode}
          options={[
            { value: "agent", label: "Agent" },
            { value: "plan", label: "Plan" },
          ]}
          onChange={(mode) => change({ mode })}
        />
        <p className="text-muted-foreground text-xs">
          {fields.mode === "plan"
            ? "Explores and drafts a plan; changes nothing."
            : "Works, commits and pushes a branch."}
        </p>
      </div>

      <div className="space-y-2">
        <Checkbox
          label="Work on the current branch"
          hint="Commits to the reference itself instead of a new branch."
          checked={fields.workOnCurrentBranch}
          disabled={!fields.repository}
          onChange={(workOnCurrentBranch) => change({ workOnCurrentBranch })}
        />
      </div>

      <div className="flex flex-wrap items-center gap-3 border-t pt-4">
        <Button type="submit" variant="primary" disabled={pending || !mayLaunch}>
          <Rocket aria-hidden />
          {pending ? "Launching…" : "Launch agent"}
        </Button>
        {mayLaunch ? (
          <span className="hidden items-center gap-1 text-muted-foreground text-xs sm:flex">
            <Kbd>Ctrl</Kbd>
            <Kbd>Enter</Kbd>
          </span>
        ) : (
          <span className="text-muted-foreground text-sm">Your role may look, but not launch. Ask an admin.</span>
        )}
      </div>
    </form>
  );
}
