"use client";

import { useState } from "react";
import { useCreateApp } from "@/components/apps/app-mutations";
import { FormDialog } from "@/components/ui/form-dialog";
import { Options } from "@/components/ui/options";
import { SelectField } from "@/components/ui/text-field";
import { usePageRouter } from "@/components/ui/use-page-router";
import { splitFieldError } from "@/lib/client/field-error";
import { settingsPaths } from "@/lib/model/settings-paths";
import { AppFields, type AppForm, splitLines } from "./app-fields";
import { PublicKeyField } from "./public-key-field";

const blank: AppForm = { displayName: "", description: "", websiteUrl: "", redirectUris: "", scopes: [] };
const fields = ["displayName", "description", "websiteUrl", "installationRedirectUris", "defaultScopes", "publicKey"];

/** Creates an app and opens its page. */
export default function CreateAppDialog({ owners, onClose }: { owners: readonly string[]; onClose: () => void }) {
  const router = usePageRouter();
  const [owner, setOwner] = useState(owners[0] ?? "");
  const [values, setValues] = useState(blank);
  const [publicKey, setPublicKey] = useState("");
  const { mutate, isPending, error } = useCreateApp();
  const { errorOf, failure } = splitFieldError(error, fields);
  const submit = () => {
    const { displayName, description, websiteUrl, redirectUris, scopes } = values;
    mutate(
      {
        namespaceSlug: owner,
        displayName: displayName.trim(),
        description,
        websiteUrl: websiteUrl.trim(),
        publicKey,
        installationRedirectUris: splitLines(redirectUris),
        defaultScopes: [...scopes],
      },
      { onSuccess: ({ id }) => router.push(settingsPaths.app(id)) },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title="New app"
      action="Create app"
      pendingLabel="Creating…"
      ready={values.displayName.trim() !== "" && publicKey.trim() !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't create the app."
    >
      <SelectField label="Namespace" value={owner} onValue={setOwner}>
        <Options values={owners} />
      </SelectField>
      <AppFields values={values} errorOf={errorOf} onChange={(changes) => setValues({ ...values, ...changes })} />
      <PublicKeyField value={publicKey} error={errorOf("publicKey")} onChange={setPublicKey} />
    </FormDialog>
  );
}
