"use client";

import { useState } from "react";
import { useCreateMirror } from "@/components/mirrors/mirror-queries";
import { FormDialog } from "@/components/ui/form-dialog";
import { Options } from "@/components/ui/options";
import { SelectField, TextField } from "@/components/ui/text-field";
import { usePageRouter } from "@/components/ui/use-page-router";
import { splitFieldError } from "@/lib/client/field-error";
import { paths } from "@/lib/model/paths";
import { isCredentialIncomplete, type MirrorSource, sourceBody, sourceFields } from "./mirror-source";
import { MirrorSourceFields } from "./mirror-source-fields";

interface CreateMirrorDialogProps {
  /** Slugs of the namespaces where the user can create repositories. */
  owners: readonly string[];
  /** Email address of the user, the default upstream admin. */
  me: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function repositoryNameFrom(url: string): string {
  if (!URL.canParse(url)) return "";
  return (
    new URL(url).pathname
      .split("/")
      .findLast(Boolean)
      ?.replace(/\.git$/, "") ?? ""
  );
}

/** The form to create a mirror. Opens its settings when created, where mirroring is started. */
export default function CreateMirrorDialog({ owners, me, open, onOpenChange }: CreateMirrorDialogProps) {
  const router = usePageRouter();
  const [source, setSource] = useState<MirrorSource>({ url: "", admins: me, username: "", password: "" });
  const [values, setValues] = useState<{ owner?: string; name?: string; sourceId: string }>({ sourceId: "" });
  const { mutate, isPending, error } = useCreateMirror();
  const ownerSlug = values.owner ?? owners[0] ?? "";
  const name = values.name ?? repositoryNameFrom(source.url);
  const { errorOf, failure } = splitFieldError(error, ["name", "sourceId", ...sourceFields]);
  const submit = () => {
    const repoName = name.trim();
    const sourceId = values.sourceId.trim();
    mutate(
      { namespaceSlug: ownerSlug, name: repoName, ...sourceBody(source), ...(sourceId ? { sourceId } : {}) },
      { onSuccess: () => router.push(paths.repositoryAt({ ownerSlug, repoName }, { view: "settings" })) },
    );
  };
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="Mirror repository"
      description="Creates a repository that pulls from another one. Start mirroring later in its settings."
      action="Create mirror"
      pendingLabel="Creating…"
      ready={source.url.trim() !== "" && name.trim() !== "" && !isCredentialIncomplete(source)}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't create the mirror."
    >
      <MirrorSourceFields
        source={source}
        onChange={setSource}
        errorOf={errorOf}
        passwordHint="Defaults to the service's credential for that server."
      >
        <NewRepositoryFields
          owners={owners}
          owner={ownerSlug}
          name={name}
          nameError={errorOf("name")}
          onChange={(change) => setValues({ ...values, ...change })}
        />
        <TextField
          label="Upstream ID"
          optional
          hint="Defaults to the owner and name in the URL."
          error={errorOf("sourceId")}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          value={values.sourceId}
          onValue={(next) => setValues({ ...values, sourceId: next })}
        />
      </MirrorSourceFields>
    </FormDialog>
  );
}

interface NewRepositoryFieldsProps {
  owners: readonly string[];
  owner: string;
  name: string;
  nameError: string | undefined;
  onChange: (change: { owner?: string; name?: string }) => void;
}

function NewRepositoryFields({ owners, owner, name, nameError, onChange }: NewRepositoryFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField label="Namespace" value={owner} onValue={(next) => onChange({ owner: next })}>
        <Options values={owners} />
      </SelectField>
      <TextField
        label="Name"
        error={nameError}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={name}
        onValue={(next) => onChange({ name: next })}
      />
    </div>
  );
}
