"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import type { App } from "@/lib/contract/repohost/app";
import { useUpdateApp } from "@/lib/queries/app-settings";
import { CallError } from "@/lib/queries/call-error";
import { AppFields, type AppText, linesOf } from "./app-fields";

const fields = ["displayName", "description", "websiteUrl", "installationRedirectUris", "defaultScopes"];

/** Changes what an app says of itself and asks for; what it was granted already stays. */
export default function EditAppDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const form = useId();
  const [given, setGiven] = useState<AppText>({
    ...{ displayName: app.displayName, description: app.description, websiteUrl: app.websiteUrl },
    ...{ redirectUris: app.installationRedirectUris.join("\n"), scopes: app.defaultScopes },
  });
  const { mutate, isPending, error } = useUpdateApp(app.id);
  const field = error instanceof CallError ? (error.field?.split(".")[0] ?? "") : "";
  const ready = !isPending && given.displayName.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
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
    <Dialog
      open
      onOpenChange={onClose}
      title={`Edit ${app.displayName}`}
      description="Installations keep what was agreed to; what it asks for counts from the next one."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!ready}>
            Store
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-3">
        {error && !fields.includes(field) ? <CallFailure error={error}>Nothing was changed.</CallFailure> : null}
        <AppFields
          given={given}
          errorOf={(name) => (field === name ? error?.message : undefined)}
          onChange={(changes) => setGiven({ ...given, ...changes })}
        />
      </form>
    </Dialog>
  );
}
