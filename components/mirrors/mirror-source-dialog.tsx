"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import type { Mirror } from "@/lib/contract/admin/mirror";
import { CallError } from "@/lib/queries/call-error";
import { useUpdateMirror } from "@/lib/queries/mirrors";

/** The address, credential and admins of a mirror's source. The stored credential is never shown. */
export default function MirrorSourceDialog({ mirror, onClose }: { mirror: Mirror; onClose: () => void }) {
  const form = useId();
  const [url, setUrl] = useState(mirror.url);
  const [admins, setAdmins] = useState(mirror.upstreamAdmins.join("\n"));
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const { mutate, isPending, error } = useUpdateMirror(mirror.repositoryId);
  const field = error instanceof CallError ? error.field?.split(".")[0] : undefined;
  const errorAt = (name: string) => (field === name ? error?.message : undefined);
  const placed = ["url", "credential", "upstreamAdmins"].includes(field ?? "");
  const halfGiven = (username === "") !== (password === "");
  const ready = !isPending && url.trim() !== "" && !halfGiven;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    const upstreamAdmins = admins
      .split(/[\n,]/)
      .map((each) => each.trim())
      .filter(Boolean);
    mutate(
      { url: url.trim(), upstreamAdmins, ...(password === "" ? {} : { credential: { username, password } }) },
      {
        onSuccess: () => {
          toast.success("The source is stored; a transition that needed a decision is tried again.");
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change the source"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!ready}>
            Store
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        {error && !placed ? <CallFailure error={error}>Nothing was changed.</CallFailure> : null}
        <Field label="Address" hint="https, on a server the service may reach." error={errorAt("url")}>
          {(control) => <Input {...control} type="url" value={url} onChange={({ target }) => setUrl(target.value)} />}
        </Field>
        <Field
          label="Who administers the source"
          hint="One address a line. They alone may turn the mirror."
          error={errorAt("upstreamAdmins")}
        >
          {(control) => (
            <Textarea {...control} rows={2} value={admins} onChange={({ target }) => setAdmins(target.value)} />
          )}
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="User name" optional error={errorAt("credential")}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                value={username}
                onChange={({ target }) => setUsername(target.value)}
              />
            )}
          </Field>
          <Field
            label="Password or token"
            optional
            hint={mirror.hasCredential ? "Left empty, the stored one stays." : undefined}
            error={halfGiven ? "Give both, or neither." : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="new-password"
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            )}
          </Field>
        </div>
      </form>
    </Dialog>
  );
}
