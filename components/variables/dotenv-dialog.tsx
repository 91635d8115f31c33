"use client";

import { useState } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextAreaField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { splitFieldError } from "@/lib/client/field-error";
import type { DotenvEntry } from "@/lib/contract/dashboard/variables/dotenv";
import { counted } from "@/lib/model/plural";
import { emptyRules, type OwnerDraft, OwnerFields, ownerBody, RulesFields, rulesBody } from "./rules-fields";
import { useImportDotenv, usePreviewDotenv } from "./variable-queries";

const fieldNames = ["text", "scope", "repository", "kind", "apply", "models", "pools"];

/** Saves the variables of a pasted `.env` file after a preview. */
export function DotenvDialog({ canChangeTeam, onClose }: { canChangeTeam: boolean; onClose: () => void }) {
  const [text, setText] = useState("");
  const [owner, setOwner] = useState<OwnerDraft>({ scope: "user", repository: "" });
  const [rules, setRules] = useState(emptyRules);
  const preview = usePreviewDotenv();
  const save = useImportDotenv();
  const { errorOf, failure } = splitFieldError(save.error ?? preview.error, fieldNames);
  const entries = preview.data?.entries;
  const count = entries?.filter(({ result }) => result !== "invalid").length ?? 0;
  const body = { ...ownerBody(owner), ...rulesBody(rules), text };
  // Any change makes the preview out of date.
  const changing = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      preview.reset();
      save.reset();
      set(value);
    };
  };
  const submit = () => {
    if (!entries) {
      preview.mutate(body);
      return;
    }
    save.mutate(body, {
      onSuccess: () => {
        toast.success(`${counted(count, "variable")} saved.`);
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title="Paste .env"
      description="Lines such as NAME=value. Comments and quotes are supported. If a name is repeated, the last value is used."
      action={entries ? `Save ${counted(count, "variable")}` : "Preview"}
      pendingLabel={entries ? "Saving…" : "Checking…"}
      ready={text.trim() !== "" && (entries === undefined || count > 0)}
      pending={preview.isPending || save.isPending}
      failure={failure}
      errorTitle={save.error ? "Couldn't save the variables." : "Couldn't check the text."}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextAreaField
        label="Text"
        value={text}
        error={errorOf("text")}
        rows={5}
        className="max-h-60 font-mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onValue={changing(setText)}
      />
      <OwnerFields
        owner={owner}
        canChangeTeam={canChangeTeam}
        errorOf={errorOf}
        onChange={changing((changes) => setOwner((before) => ({ ...before, ...changes })))}
      />
      <RulesFields
        rules={rules}
        errorOf={errorOf}
        onChange={changing((changes) => setRules((before) => ({ ...before, ...changes })))}
      />
      {entries ? <Preview entries={entries} /> : null}
    </FormDialog>
  );
}

const results: Readonly<Record<DotenvEntry["result"], { label: string; tone: Tone }>> = {
  added: { label: "Add", tone: "success" },
  overwritten: { label: "Overwrite", tone: "warning" },
  invalid: { label: "Invalid", tone: "danger" },
};

function Preview({ entries }: { entries: readonly DotenvEntry[] }) {
  if (entries.length === 0) return <p role="status">No variables found.</p>;
  return (
    <section aria-label="Preview" className="space-y-1.5">
      <p role="status" className="font-medium text-sm">
        {counted(entries.length, "name")} found
      </p>
      <ul className="divide-y rounded-md border text-sm">
        {entries.map(({ name, result, problem }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-2 py-1.5">
            <Badge tone={results[result].tone}>{results[result].label}</Badge>
            <code className="min-w-0 break-all font-mono text-xs">{name}</code>
            {problem ? (
              <span className="w-full text-muted-foreground text-xs first-letter:uppercase">{problem}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
