"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye, Rocket, RotateCcw } from "lucide-react";
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { modelsQuery } from "@/components/agents/model-queries";
import { imageBlob, restoreImages, useImageBytes } from "@/components/images/image-bytes";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { Meter } from "@/components/ui/meter";
import { callProxy } from "@/lib/client/call";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { counted } from "@/lib/model/plural";
import { DeliveryPart } from "./delivery-part";
import { launchDraft, useLaunchDraft } from "./draft";
import { emptyFields } from "./empty-fields";
import { FormGroup, LaunchField, LaunchProvider } from "./launch-context";
import { LaunchNotice } from "./launch-notice";
import { type Problems, problemsOf } from "./launch-problems";
import { ModelPart } from "./model-part";
import { PreviewDialog } from "./preview-dialog";
import { PromptPart } from "./prompt-part";
import { RepositoriesPart } from "./repositories-part";
import { SubagentsPart } from "./subagents-part";
import { TargetPart } from "./target-part";
import { TemplatesMenu } from "./templates-menu";
import { ToolServersPart } from "./tool-servers-part";
import { useAfterPress } from "./use-after-press";
import { useLaunch } from "./use-launch";
import { fillWith, type Given, usePrefill } from "./use-prefill";
import { VariablesPart } from "./variables-part";

interface LaunchFormProps {
  given: Given;
  mayLaunch: boolean;
  /** What names of variables must not begin with. */
  reservedPrefix: string;
}

const maxName = 100;

/** Brings the first thing that is wrong into sight and focus. */
function focusFirst(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const target = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem], [role="alert"]');
    target?.focus();
    target?.scrollIntoView({ block: "center" });
  });
}

export function LaunchForm({ given, mayLaunch, reservedPrefix }: LaunchFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { fields, secrets, attempt, kept } = useLaunchDraft();
  const images = useImageBytes();
  const models = useQuery(modelsQuery(callProxy));
  const { loading, told } = usePrefill(given);
  const { pending, end, launch, forgetEnd } = useLaunch();
  const [left, setLeft] = useState<ReadonlySet<string> | "all">(new Set());
  const [previewing, setPreviewing] = useState(false);
  const afterPress = useAfterPress();

  useEffect(() => {
    void restoreImages(launchDraft.read().fields.images.map(({ id }) => id));
  }, []);

  const secretOf = (key: string) => secrets[key] ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: images come and go outside of React
  const found = useMemo(
    () =>
      problemsOf(fields, {
        secretOf: (key) => secrets[key] ?? "",
        hasImage: (id) => imageBlob(id) !== undefined,
        reservedPrefix,
      }),
    [fields, secrets, images, reservedPrefix],
  );
  const refused = end?.kind === "refused" ? end.problems : {};
  const shown: Problems = {
    ...refused,
    ...Object.fromEntries(Object.entries(found).filter(([control]) => left === "all" || left.has(control))),
  };

  const change = (changes: Partial<LaunchFields>) => {
    launchDraft.change(changes);
    // What the service said was said of another form than this one is now.
    if (end?.kind === "refused") forgetEnd();
  };
  const onBlur = ({ target }: FocusEvent) => {
    const control = target.closest<HTMLElement>("[data-control]")?.dataset.control;
    if (!control) return;
    afterPress(() => setLeft((now) => (now === "all" || now.has(control) ? now : new Set([...now, control]))));
  };
  const start = async (anew: boolean) => {
    if (pending || !mayLaunch) return;
    setLeft("all");
    if (Object.keys(found).length > 0) {
      focusFirst(form.current);
      return;
    }
    if (await launch({ anew })) focusFirst(form.current);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void start(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void start(false);
  };

  return (
    <LaunchProvider
      value={{
        fields,
        change,
        problems: shown,
        secretOf,
        setSecret: launchDraft.setSecret,
      }}
    >
      <div className="mx-auto flex max-w-3xl flex-wrap items-center justify-end gap-2 px-4 pt-4">
        <TemplatesMenu
          fields={fields}
          mayLaunch={mayLaunch}
          onUse={(template) => fillWith(template.fields, `The form now holds the template ${template.name}.`)}
        />
        <Button size="small" onClick={() => setPreviewing(true)}>
          <Eye aria-hidden />
          Preview
        </Button>
        <Button size="small" onClick={() => fillWith(emptyFields, "The form is empty again.")}>
          <RotateCcw aria-hidden />
          Clear
        </Button>
      </div>
      <form
        ref={form}
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        noValidate
        aria-busy={loading}
        className="mx-auto max-w-3xl space-y-5 p-4 pb-0"
      >
        {told || loading ? (
          <p role="status" className="rounded-md border bg-muted px-3 py-2 text-sm">
            {loading ? "Reading what it is filled from…" : told}
          </p>
        ) : null}
        <LaunchNotice
          end={end?.kind === "refused" && !end.problems.form && end.error.field ? undefined : end}
          open={attempt !== undefined && !(end?.kind === "refused" && end.error.field)}
          pending={pending}
          onLaunch={() => void start(false)}
          onLaunchAnew={() => void start(true)}
        />

        <PromptPart />
        <RepositoriesPart />
        <TargetPart />
        <DeliveryPart />
        <FormGroup title="Model and name">
          <ModelPart models={models} />
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
        </FormGroup>
        <VariablesPart reservedPrefix={reservedPrefix} />
        <ToolServersPart />
        <SubagentsPart models={models.data?.items ?? []} />

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
            <span className="text-warning text-xs">
              This browser has no room for the draft: a reload would lose it.
            </span>
          )}
          {left === "all" && Object.keys(found).length > 0 ? (
            <span className="text-danger text-xs">{counted(Object.keys(found).length, "thing")} to put right</span>
          ) : null}
        </div>
      </form>
      <PreviewDialog fields={fields} open={previewing} onOpenChange={setPreviewing} />
    </LaunchProvider>
  );
}
