"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye, Rocket, RotateCcw } from "lucide-react";
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { restoreStoredImages, storedImageBlob, useStoredImages } from "@/components/images/image-store";
import { modelsQuery } from "@/components/launch-options/launch-option-queries";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { lazyPart } from "@/components/ui/lazy-part";
import { Meter } from "@/components/ui/meter";
import { callProxy } from "@/lib/client/call";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { type FormBatch, formBatch } from "@/lib/model/batches/form-batch";
import { filledRepositories } from "@/lib/model/launch/filled-repositories";
import { counted } from "@/lib/model/plural";
import { AdvancedOptions } from "./advanced-options";
import { Composer } from "./composer";
import { DeliverySection } from "./delivery-section";
import { launchDraft, useLaunchDraft } from "./draft";
import { emptyFields } from "./empty-fields";
import { EnvironmentSection } from "./environment-section";
import { FormGroup, LaunchField, LaunchProvider, useLaunchForm } from "./launch-context";
import { LaunchNotice } from "./launch-notice";
import { type Problems, validateLaunch } from "./launch-validation";
import { McpServersSection } from "./mcp-servers-section";
import { PreviewDialog } from "./preview-dialog";
import { RepositoriesSection } from "./repositories-section";
import { SavedVariablesSection } from "./saved-variables-section";
import { SubagentsSection } from "./subagents-section";
import { TemplatesMenu } from "./templates-menu";
import { useAfterPointerUp } from "./use-after-pointer-up";
import { useLaunch } from "./use-launch";
import { fillFromTemplate, type Prefill, replaceForm, usePrefill } from "./use-prefill";
import { VariablesSection } from "./variables-section";

/** Loaded when a batch is launched. */
const ConfirmBatch = lazyPart(() => import("./confirm-batch"));
const BudgetWarnings = lazyPart(() => import("@/components/budgets/budget-warnings"));

interface LaunchFormProps {
  prefill: Prefill;
  canLaunch: boolean;
  /** The user can set up coding agents. */
  canSetUp: boolean;
  /** Variable names can't start with this. */
  reservedPrefix: string;
}

const maxNameLength = 100;

/** Scrolls to the first problem and focuses it. */
function focusFirstProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const target = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem], [role="alert"]');
    target?.focus();
    target?.scrollIntoView({ block: "center" });
  });
}

export function LaunchForm({ prefill, canLaunch, canSetUp, reservedPrefix }: LaunchFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { fields, secrets, attempt, isStored } = useLaunchDraft();
  const models = useQuery(modelsQuery(callProxy));
  const { loading, message } = usePrefill(prefill);
  const { pending, failure, launch, clearFailure } = useLaunch();
  const rejected = failure?.kind === "rejected" ? failure : undefined;
  const problems = useProblems(fields, secrets, reservedPrefix);
  const [confirming, setConfirming] = useState(false);

  useRestoredImages();

  const change = (changes: Partial<LaunchFields>) => {
    launchDraft.change(changes);
    // The service's problems apply to the form as it was sent.
    if (rejected) clearFailure();
  };
  const start = async (again: boolean, isConfirmed = false) => {
    if (pending || !canLaunch) return;
    problems.showAll();
    if (problems.count === 0 && fields.batch && !isConfirmed) return setConfirming(true);
    if (problems.count > 0 || (await launch({ again }))) focusFirstProblem(form.current);
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
        problems: { ...rejected?.problems, ...problems.shown },
        secretOf: (key) => secrets[key] ?? "",
        setSecret: launchDraft.setSecret,
      }}
    >
      <FormTools fields={fields} canLaunch={canLaunch} />
      <form
        ref={form}
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        onBlur={problems.onBlur}
        noValidate
        aria-busy={loading}
        className="mx-auto max-w-3xl space-y-5 p-4 pb-0"
      >
        <PrefillStatus loading={loading} text={message} />
        <LaunchNotice
          failure={rejected && !rejected.problems.form && rejected.error.field ? undefined : failure}
          interrupted={attempt !== undefined && !rejected?.error.field}
          pending={pending}
          onLaunch={() => void start(false)}
          onLaunchAgain={() => void start(true)}
        />
        <BudgetWarnings
          repositories={filledRepositories(fields)
            .map(({ url }) => url.trim())
            .join(" ")}
        />
        <Composer models={models} canSetUp={canSetUp} />
        {canLaunch ? <SavedVariablesSection /> : null}
        <AdvancedOptions>
          <RepositoriesSection />
          <EnvironmentSection />
          <DeliverySection />
          <FormGroup title="Name">
            <NameField />
          </FormGroup>
          <VariablesSection reservedPrefix={reservedPrefix} />
          <McpServersSection />
          <SubagentsSection models={models.data?.items ?? []} />
        </AdvancedOptions>
        <FormFooter
          pending={pending}
          loading={loading}
          canLaunch={canLaunch}
          isStored={isStored}
          batch={fields.batch ? formBatch(fields) : undefined}
          problemCount={problems.allShown ? problems.count : 0}
        />
      </form>
      {confirming ? (
        <ConfirmBatch
          fields={fields}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false);
            void start(false, true);
          }}
        />
      ) : null}
    </LaunchProvider>
  );
}

/** Restores the attached images of a stored draft. */
function useRestoredImages(): void {
  useEffect(() => {
    void restoreStoredImages(launchDraft.read().fields.images.map(({ id }) => id));
  }, []);
}

/** Problems of the form. A control's problems show once it is blurred, all of them after an attempt to launch. */
function useProblems(fields: LaunchFields, secrets: Readonly<Record<string, string>>, reservedPrefix: string) {
  const images = useStoredImages();
  const [blurred, setBlurred] = useState<ReadonlySet<string> | "all">(new Set());
  const afterPointerUp = useAfterPointerUp();
  // biome-ignore lint/correctness/useExhaustiveDependencies: images change outside of React
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
    // Passing through an empty field isn't a mistake yet.
    if (!control || ("value" in target && target.value === "")) return;
    afterPointerUp(() => setBlurred((now) => (now === "all" || now.has(control) ? now : new Set([...now, control]))));
  };
  const shown: Problems = Object.fromEntries(
    Object.entries(found).filter(([control]) => blurred === "all" || blurred.has(control)),
  );
  return {
    shown,
    count: Object.keys(found).length,
    allShown: blurred === "all",
    showAll: () => setBlurred("all"),
    onBlur,
  };
}

function PrefillStatus({ loading, text }: { loading: boolean; text: string | undefined }) {
  if (!text && !loading) return null;
  return (
    <p role="status" className="rounded-md border bg-muted px-3 py-2 text-sm">
      {loading ? "Loading…" : text}
    </p>
  );
}

function FormTools({ fields, canLaunch }: { fields: LaunchFields; canLaunch: boolean }) {
  const [previewing, setPreviewing] = useState(false);
  return (
    <div className="mx-auto flex max-w-3xl flex-wrap items-center justify-end gap-2 px-4 pt-4">
      <TemplatesMenu fields={fields} canLaunch={canLaunch} onUse={fillFromTemplate} />
      <Button size="small" onClick={() => setPreviewing(true)}>
        <Eye aria-hidden />
        Preview
      </Button>
      <Button size="small" onClick={() => replaceForm(emptyFields, "Form cleared.")}>
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
      hint="Generated from the prompt if empty."
      aside={fields.name ? <Meter value={Array.from(fields.name.trim()).length} max={maxNameLength} /> : null}
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
  canLaunch: boolean;
  /** False when the browser couldn't store the draft. */
  isStored: boolean;
  /** What several agents are launched for. */
  batch: FormBatch | undefined;
  problemCount: number;
}

function FormFooter({ pending, loading, canLaunch, isStored, batch, problemCount }: FormFooterProps) {
  const action = batch && batch.count > 1 ? `Launch ${counted(batch.count, "agent")}…` : "Launch agent";
  return (
    <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t bg-background px-4 py-3">
      <Button type="submit" variant="primary" disabled={pending || loading || !canLaunch}>
        <Rocket aria-hidden />
        {pending ? "Launching…" : action}
      </Button>
      {canLaunch ? (
        <span className="hidden items-center gap-1 text-muted-foreground text-xs sm:flex">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
      ) : (
        <span className="text-muted-foreground text-sm">You need the Operator role to launch agents.</span>
      )}
      {batch && batch.count > 1 ? <span className="text-muted-foreground text-xs">{batch.text}</span> : null}
      {isStored ? null : (
        <span className="text-warning text-xs">This browser is out of storage. If you reload, this draft is lost.</span>
      )}
      {problemCount > 0 ? <span className="text-danger text-xs">{counted(problemCount, "error")}</span> : null}
    </div>
  );
}
