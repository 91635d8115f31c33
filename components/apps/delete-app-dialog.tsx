"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { useDeleteApp } from "@/components/apps/app-mutations";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import type { App } from "@/lib/contract/hosting/app";
import { settingsPaths } from "@/lib/model/settings-paths";

/** Deletes an app, once its name was typed. */
export default function DeleteAppDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const form = useId();
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const { mutate, isPending, error } = useDeleteApp(app.id);
  const ready = !isPending && typed.trim() === app.displayName.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    mutate(undefined, {
      onSuccess: () => {
        toast.success(`${app.displayName} is deleted.`);
        router.push(settingsPaths.apps());
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${app.displayName}?`}
      description="Its installations are removed everywhere, their tokens end at once, and nothing more is delivered to it. What it did keeps its name."
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" form={form} variant="danger" disabled={!ready}>
            {isPending ? "Deleting…" : "Delete app"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        {error ? <CallFailure error={error}>The app was not deleted.</CallFailure> : null}
        <Field label={`Type “${app.displayName}” to confirm`}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
