"use client";

import { useState } from "react";
import { useUpdateApp } from "@/components/apps/app-mutations";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { splitFieldError } from "@/lib/client/field-error";
import type { App } from "@/lib/contract/hosting/app";
import { AppFields, type AppForm, linesOf } from "./app-fields";

const fields = ["displayName", "description", "websiteUrl", "installationRedirectUris", "defaultScopes"];

/** Changes what an app says of itself and asks for; what it was granted already stays. */
export default function EditAppDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const [given, setGiven] = useState<AppForm>({
    ...{ displayName: app.displayName, description: app.description, websiteUrl: app.websiteUrl },
    ...{ redirectUris: app.installationRedirectUris.join("\n"), scopes: app.defaultScopes },
  });
  const { mutate, isPending, error } = useUpdateApp(app.id);
  const { errorOf, failure } = splitFieldError(error, fields);
  const submit = () => {
    const { displayName, description, websiteUrl, redirectUris, scopes } = given;
    mutate(
      {
        ...{ displayName: displayName.trim(), description, websiteUrl: websiteUrl.trim() },
        installationRedirectUris: { installationRedirectUris: linesOf(redirectUris) },
        defaultScopes: { scopes: [...scopes] },
      },
      {
        onSuccess: () => {
          toast.success("The app is stored.");
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${app.displayName}`}
      description="Installations keep what was agreed to; what it asks for counts from the next one."
      action="Store"
      ready={given.displayName.trim() !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      failed="Nothing was changed."
    >
      <AppFields given={given} errorOf={errorOf} onChange={(changes) => setGiven({ ...given, ...changes })} />
    </FormDialog>
  );
}
