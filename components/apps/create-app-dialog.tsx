"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useCreateApp } from "@/lib/queries/app-settings";
import { CallError } from "@/lib/queries/call-error";
import { settingsPaths } from "@/lib/settings-paths";
import { AppFields, type AppText, linesOf } from "./app-fields";
import { PublicKeyField } from "./public-key-field";

const blank: AppText = { displayName: "", description: "", websiteUrl: "", redirectUris: "", scopes: [] };
const fields = ["displayName", "description", "websiteUrl", "installationRedirectUris", "defaultScopes", "publicKey"];

/** Registers an app and goes to it. */
export default function CreateAppDialog({ owners, onClose }: { owners: readonly string[]; onClose: () => void }) {
  const form = useId();
  const router = useRouter();
  const [owner, setOwner] = useState(owners[0] ?? "");
  const [given, setGiven] = useState(blank);
  const [publicKey, setPublicKey] = useState("");
  const { mutate, isPending, error } = useCreateApp();
  const field = error instanceof CallError ? (error.field?.split(".")[0] ?? "") : "";
  const errorOf = (name: string) => (field === name ? error?.message : undefined);
  const ready = !isPending && given.displayName.trim() !== "" && publicKey.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    const { displayName, description, websiteUrl, redirectUris, scopes } = given;
    mutate(
      {
        namespaceSlug: owner,
        ...{ displayName: displayName.trim(), description, websiteUrl: websiteUrl.trim(), publicKey },
        installationRedirectUris: linesOf(redirectUris),
        defaultScopes: [...scopes],
      },
      { onSuccess: ({ id }) => router.push(settingsPaths.app(id)) },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New app"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!ready}>
            {isPending ? "Registering…" : "Register app"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-3">
        {error && !fields.includes(field) ? <CallFailure error={error}>No app was registered.</CallFailure> : null}
        <Field label="Owner">
          {(control) => (
            <Select {...control} value={owner} onChange={({ target }) => setOwner(target.value)}>
              {owners.map((slug) => (
                <option key={slug}>{slug}</option>
              ))}
            </Select>
          )}
        </Field>
        <AppFields given={given} errorOf={errorOf} onChange={(changes) => setGiven({ ...given, ...changes })} />
        <PublicKeyField value={publicKey} error={errorOf("publicKey")} onChange={setPublicKey} />
      </form>
    </Dialog>
  );
}
