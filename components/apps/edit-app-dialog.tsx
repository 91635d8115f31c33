"use client";

import { useState } from "react";
import { useUpdateApp } from "@/components/apps/app-mutations";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { splitFieldError } from "@/lib/client/field-error";
import type { App } from "@/lib/contract/hosting/apps/app";
import { AppFields, type AppForm, splitLines } from "./app-fields";

const fields = ["displayName", "description", "websiteUrl", "installationRedirectUris", "defaultScopes"];

/** Edits an app's details and default permissions. Installations keep their permissions. */
export default function EditAppDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const [values, setValues] = useState<AppForm>({
    displayName: app.displayName,
    description: app.description,
    websiteUrl: app.websiteUrl,
    redirectUris: app.installationRedirectUris.join("\n"),
    scopes: app.defaultScopes,
  });
  const { mutate, isPending, error } = useUpdateApp(app.id);
  const { errorOf, failure } = splitFieldError(error, fields);
  const submit = () => {
    const { displayName, description, websiteUrl, redirectUris, scopes } = values;
    mutate(
      {
        displayName: displayName.trim(),
        description,
        websiteUrl: websiteUrl.trim(),
        installationRedirectUris: { installationRedirectUris: splitLines(redirectUris) },
        defaultScopes: { scopes: [...scopes] },
      },
      {
        onSuccess: () => {
          toast.success("App saved.");
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${app.displayName}`}
      description="Changes to default permissions only apply to new installations."
      action="Save app"
      ready={values.displayName.trim() !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't save the app."
    >
      <AppFields values={values} errorOf={errorOf} onChange={(changes) => setValues({ ...values, ...changes })} />
    </FormDialog>
  );
}
