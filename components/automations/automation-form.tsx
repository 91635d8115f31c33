"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { ModelChip } from "@/components/launch/chips";
import { DeliverySection } from "@/components/launch/delivery-section";
import { EnvironmentSection } from "@/components/launch/environment-section";
import { FormGroup, LaunchProvider } from "@/components/launch/launch-context";
import { ModelSettings } from "@/components/launch/model-settings";
import { RepositoriesSection } from "@/components/launch/repositories-section";
import { SavedVariablesSection } from "@/components/launch/saved-variables-section";
import { modelsQuery } from "@/components/launch-options/launch-option-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { usePageRouter } from "@/components/ui/use-page-router";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import { type Automation, AutomationBody, maxAutomationName } from "@/lib/contract/dashboard/automations/automation";
import { scheduleProblem } from "@/lib/model/automations/schedule";
import { templateProblem } from "@/lib/model/automations/template";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { type AutomationValues, controlFor, inputOf, newValues, triggerOf, valuesOf } from "./automation-form-values";
import { useSaveAutomation } from "./automation-queries";
import { keepNewSecret } from "./new-secret";
import { PromptFields } from "./prompt-fields";
import { TriggerFields } from "./trigger-fields";

type Problems = Readonly<Record<string, string>>;

interface AutomationFormProps {
  /** The automation to change; `undefined` for a new one. */
  automation: Automation | undefined;
  /** Saving makes another user its owner. */
  takesOver: boolean;
}

/** Problems by control, as the server reports them, except those only it can find. */
function problemsOf(values: AutomationValues): Problems {
  const problems: Record<string, string> = {};
  const input = inputOf(values);
  for (const { path, message } of AutomationBody.safeParse(input).error?.issues ?? []) {
    problems[controlFor(path.map(String), values.launch)] ??= message;
  }
  if (values.kind === "schedule") {
    const found = scheduleProblem(values, Date.now());
    if (found) problems[found.field] ??= found.message;
  }
  const template = templateProblem(values.launch.prompt, triggerOf(values));
  if (template) problems.prompt ??= template;
  return problems;
}

/** What the server rejected, by control. */
function rejectionOf(error: Error | null, values: AutomationValues): { problems: Problems; failure: Error | null } {
  if (!(error instanceof CallError) || error.field === undefined) return { problems: {}, failure: error };
  const control = controlFor(error.field.split("."), values.launch);
  const prefix = `${error.field}: `;
  const text = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
  return control === "form" ? { problems: {}, failure: error } : { problems: { [control]: text }, failure: null };
}

/** Creates or edits an automation. */
export default function AutomationForm({ automation, takesOver }: AutomationFormProps) {
  const router = usePageRouter();
  const form = useRef<HTMLFormElement>(null);
  const models = useQuery(modelsQuery(callProxy));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [values, setValues] = useState(() => (automation ? valuesOf(automation, zone) : newValues(zone)));
  const [submitted, setSubmitted] = useState(false);
  const { mutate, isPending, error, reset } = useSaveAutomation(automation?.id);
  const found = problemsOf(values);
  const { problems: rejected, failure } = rejectionOf(error, values);
  const problems: Problems = submitted ? { ...rejected, ...found } : rejected;
  const set = (changes: Partial<AutomationValues>) => {
    setValues((current) => ({ ...current, ...changes }));
    if (error) reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isPending || Object.keys(found).length > 0) return focusProblem(form.current);
    mutate(inputOf(values), {
      onSuccess: ({ id, secret }) => {
        if (secret !== undefined) keepNewSecret(id, secret);
        toast.success(automation ? "Automation saved." : "Automation created.");
        router.push(paths.automation(id));
      },
      onError: () => focusProblem(form.current),
    });
  };
  const count = Object.keys(problems).length;
  return (
    <LaunchProvider
      value={{
        fields: values.launch,
        change: (changes) => set({ launch: { ...values.launch, ...changes } }),
        problems,
        secretOf: () => "",
        setSecret: () => undefined,
      }}
    >
      <form ref={form} onSubmit={submit} noValidate className="mx-auto max-w-3xl space-y-5 p-4 pb-0">
        {takesOver ? (
          <p className="rounded-md border bg-muted px-3 py-2 text-sm">
            If you save, you become the owner: the automation then runs with your permissions, budgets, and variables.
          </p>
        ) : null}
        {failure ? <CallFailure error={failure}>Couldn&apos;t save the automation.</CallFailure> : null}
        <TextField
          label="Name"
          hint="Each agent gets this name and a number, such as “Nightly audit #3”."
          maxLength={maxAutomationName}
          value={values.name}
          onValue={(name) => set({ name })}
          error={problems.name}
        />
        <TriggerFields values={values} set={set} problems={problems} />
        <PromptFields values={values} set={set} problem={problems.prompt} />
        <FormGroup title="Agent">
          <div className="flex flex-wrap items-center gap-3">
            <ModelChip models={models} canSetUp={false} />
            <Checkbox
              label="Open a pull request"
              checked={values.launch.autoCreatePR}
              onChange={(autoCreatePR) => set({ launch: { ...values.launch, autoCreatePR } })}
            />
          </div>
          <ModelSettings models={models} canSetUp={false} />
          {values.kind === "event" ? (
            <Checkbox
              label="Work on the event's pull request"
              hint="Commits to its branch instead of a new one."
              checked={values.onEventPull}
              onChange={(onEventPull) => set({ onEventPull })}
            />
          ) : null}
        </FormGroup>
        {values.kind === "event" && values.onEventPull ? null : <RepositoriesSection />}
        <EnvironmentSection />
        <DeliverySection />
        <SavedVariablesSection />
        <LimitFields values={values} set={set} problems={problems} />
        <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t bg-background px-4 py-3">
          <Button type="submit" variant="primary" disabled={isPending}>
            {isPending ? "Saving…" : automation ? "Save automation" : "Create automation"}
          </Button>
          {count > 0 ? <span className="text-danger text-xs">{counted(count, "error")}</span> : null}
        </div>
      </form>
    </LaunchProvider>
  );
}

function focusProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const target = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem], [role="alert"]');
    target?.focus();
    target?.scrollIntoView({ block: "center" });
  });
}

interface FieldsProps {
  values: AutomationValues;
  set: (changes: Partial<AutomationValues>) => void;
  problems: Problems;
}

function LimitFields({ values, set, problems }: FieldsProps) {
  return (
    <FormGroup
      title="Limits"
      hint="To limit tokens and costs, create the automation, then add a budget for it in Usage → Budgets."
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Concurrent agents"
          inputMode="numeric"
          value={values.limit}
          onValue={(limit) => set({ limit })}
          error={problems.limit}
        />
        <SelectField
          label="When the limit is reached"
          value={values.overflow}
          onValue={(overflow) => set({ overflow: overflow === "queue" ? "queue" : "skip" })}
        >
          <option value="skip">Skip the trigger</option>
          <option value="queue">Wait until an agent finishes</option>
        </SelectField>
      </div>
    </FormGroup>
  );
}
