"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye, Rocket, RotateCcw } from "lucide-react";
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { modelsQuery } from "@/components/agents/launch-option-queries";
import { storedImageBlob, restoreStoredImages, useStoredImages } from "@/components/images/image-store";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { Meter } from "@/components/ui/meter";
import { callProxy } from "@/lib/client/call";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { counted } from "@/lib/model/plural";
import { DeliverySection } from "./delivery-section";
import { launchDraft, useLaunchDraft } from "./draft";
import { emptyFields } from "./empty-fields";
import { FormGroup, LaunchField, LaunchProvider, useLaunchForm } from "./launch-context";
import { LaunchNotice } from "./launch-notice";
import { type Problems, validateLaunch } from "./launch-validation";
import { ModelFields } from "./model-fields";
import { PreviewDialog } from "./preview-dialog";
import { PromptSection } from "./prompt-section";
import { RepositoriesSection } from "./repositories-section";
import { SubagentsSection } from "./subagents-section";
import { EnvironmentSection } from "./environment-section";
import { TemplatesMenu } from "./templates-menu";
import { McpServersSection } from "./mcp-servers-section";
import { useAfterPointerUp } from "./use-after-pointer-up";
import { useLaunch } from "./use-launch";
import { replaceForm, type Prefill, usePrefill } from "./use-prefill";
import { VariablesSection } from "./variables-section";

interface LaunchFormProps {
  prefill: Prefill;
  mayLaunch: boolean;
  /** Names of variables can't begin with this. */
  reservedPrefix: string;
}

const maxName = 100;

/** Scrolls to the first problem and focuses it. */
function focusFirst(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const target = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem], [role="alert"]');
    target?.focus();
    target?.scrollIntoView({ block: "center" });
  });
}

export function LaunchForm({ prefill, mayLaunch, reservedPrefix }: LaunchFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { fields, secrets, attempt, kept } = useLaunchDraft();
  const models = useQuery(modelsQuery(callProxy));
  const { loading, told } = usePrefill(prefill);
  const { pending, end, launch, clearFailure } = useLaunch();
  const refused = end?.kind === "refused" ? end : undefined;
  const problems = useProblems(fields, secrets, reservedPrefix);

  useRestoredImages();

  const change = (changes: Partial<LaunchFields>) => {
    launchDraft.change(changes);
    // The service's problems belong to the form as it was sent.
    if (refused) clearFailure();
  };
  const start = async (again: boolean) => {
    if (pending || !mayLaunch) return;
    problems.showAll();
    if (problems.count > 0 || (await launch({ again }))) focusFirst(form.current);
  };
  const onSubmit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    void start(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit(event);
  };

  return (
    <LaunchProvider
      value={{
        fields,
        change,
        problems: { ...refused?.problems, ...problems.shown },
        secretOf: (key) => secrets[key] ?? "",
        setSecret: launchDraft.setSecret,
      }}
    >
      <FormTools fields={fields} mayLaunch={mayLaunch} />
      <form
        ref={form}
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        onBlur={problems.onBlur}
        noValidate
        aria-busy={loading}
        className="mx-auto max-w-3xl space-y-5 p-4 pb-0"
      >
        <PrefillStatus loading={loading} text={told} />
        <LaunchNotice
          end={refused && !refused.problems.form && refused.error.field ? undefined : end}
          open={attempt !== undefined && !refused?.error.field}
          pending={pending}
          onLaunch={() => void start(false)}
          onLaunchAgain={() => void start(true)}
        />
        <PromptSection />
        <RepositoriesSection />
        <EnvironmentSection />
        <DeliverySection />
        <FormGroup title="Model and name">
          <ModelFields models={models} />
          <NameField />
        </FormGroup>
        <VariablesSection reservedPrefix={reservedPrefix} />
        <McpServersSection />
        <SubagentsSection models={models.data?.items ?? []} />
        <FormFooter
          pending={pending}
          loading={loading}
          mayLaunch={mayLaunch}
          kept={kept}
          problemCount={problems.allShown ? problems.count : 0}
        />
      </form>
    </LaunchProvider>
  );
}

/** Reads the dropped images of a stored draft again. */
function useRestoredImages(): void {
  useEffect(() => {
    void restoreStoredImages(launchDraft.read().fields.images.map(({ id }) => id));
  }, []);
}

/** Problems of the form. Those of a control are shown once it was left, all of them after a try to launch. */
function useProblems(fields: LaunchFields, secrets: Readonly<Record<string, string>>, reservedPrefix: string) {
  const images = useStoredImages();
  const [left, setLeft] = useState<ReadonlySet<string> | "all">(new Set());
  const afterPress = useAfterPointerUp();
  // biome-ignore lint/correctness/useExhaustiveDependencies: images come and go outside of React
  const found = useMemo(
    () =>
      validateLaunch(fields, {
        secretOf: (key) => secrets[key] ?? "",
        hasImage: (id) => storedImageBlob(id) !== undefined,
        reservedPrefix,
      }),
    [fields, secrets, images, reservedPrefix],
  );
  const onBlur = ({ target }: FocusEvent) => {
    const control = target.closest<HTMLElement>("[data-control]")?.dataset.control;
    if (!control) return;
    afterPress(() => setLeft((now) => (now === "all" || now.has(control) ? now : new Set([...now, control]))));
  };
  const shown: Problems = Object.fromEntries(
    Object.entries(found).filter(([control]) => left === "all" || left.has(control)),
  );
  return { shown, count: Object.keys(found).length, allShown: left === "all", showAll: () => setLeft("all"), onBlur };
}

function PrefillStatus({ loading, text }: { loading: boolean; text: string | undefined }) {
  if (!text && !loading) return null;
  return (
    <p role="status" className="rounded-md border bg-muted px-3 py-2 text-sm">
      {loading ? "Reading what it is filled from…" : text}
    </p>
  );
}

function FormTools({ fields, mayLaunch }: { fields: LaunchFields; mayLaunch: boolean }) {
  const [previewing, setPreviewing] = useState(false);
  return (
    <div className="mx-auto flex max-w-3xl flex-wrap items-center justify-end gap-2 px-4 pt-4">
      <TemplatesMenu
        fields={fields}
        mayLaunch={mayLaunch}
        onUse={(template) => replaceForm(template.fields, `The form now holds the template ${template.name}.`)}
      />
      <Button size="small" onClick={() => setPreviewing(true)}>
        <Eye aria-hidden />
        Preview
      </Button>
      <Button size="small" onClick={() => replaceForm(emptyFields, "The form is empty again.")}>
        <RotateCcw aria-hidden />
        Clear
      </Button>
      <PreviewDialog fields={fields} open={previewing} onOpenChange={setPreviewing} />
    </div>
  );
}

function NameField() {
  const { fields, change } = useLaunchForm();
  return (
    <LaunchField
      at="name"
      label="Name"
      optional
      hint="Taken from the prompt when empty."
      aside={fields.name ? <Meter value={Array.from(fields.name.trim()).length} most={maxName} /> : null}
    >
      {(control) => (
        <Input {...control} value={fields.name} onChange={({ target }) => change({ name: target.value })} />
      )}
    </LaunchField>
  );
}

interface FormFooterProps {
  pending: boolean;
  loading: boolean;
  mayLaunch: boolean;
  /** False when the browser couldn't store the draft. */
  kept: boolean;
  problemCount: number;
}

function FormFooter({ pending, loading, mayLaunch, kept, problemCount }: FormFooterProps) {
  return (
    <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t bg-background px-4 py-3">
      <Button type="submit" variant="primary" disabled={pending || loading || !mayLaunch}>
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
      {kept ? null : (
        <span className="text-warning text-xs">This browser has no room for the draft: a reload would lose it.</span>
      )}
      {problemCount > 0 ? (
        <span className="text-danger text-xs">{counted(problemCount, "thing")} to put right</span>
      ) : null}
    </div>
  );
}
