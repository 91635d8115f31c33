"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { paths } from "@/lib/paths";
import { CallError } from "@/lib/queries/call-error";
import { useCreateRepository } from "@/lib/queries/repository-actions";

interface CreateRepositoryDialogProps {
  /** Slugs of namespaces that take a new repository. */
  owners: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates an empty repository and goes there. */
export default function CreateRepositoryDialog({ owners, open, onOpenChange }: CreateRepositoryDialogProps) {
  const form = useId();
  const router = useRouter();
  const [given, setGiven] = useState({ owner: "", name: "", defaultBranch: "" });
  const { mutate, isPending, error } = useCreateRepository();
  const ownerSlug = given.owner || (owners[0] ?? "");
  const field = error instanceof CallError ? error.field : undefined;
  const errorOf = (name: string) => (field === name ? error?.message : undefined);
  const ready = given.name.trim() !== "" && !isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    const defaultBranch = given.defaultBranch.trim();
    mutate(
      { ownerSlug, name: given.name.trim(), ...(defaultBranch ? { defaultBranch } : {}) },
      { onSuccess: ({ owner, name }) => router.push(paths.repository({ ownerSlug: owner.slug, repoName: name })) },
    );
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New repository"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!ready}>
            {isPending ? "Creating…" : "Create repository"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        {error && !errorOf("name") && !errorOf("defaultBranch") ? (
          <CallFailure error={error}>No repository was created.</CallFailure>
        ) : null}
        <Field label="Namespace">
          {(control) => (
            <Select
              {...control}
              value={ownerSlug}
              onChange={(event) => setGiven({ ...given, owner: event.target.value })}
            >
              {owners.map((slug) => (
                <option key={slug}>{slug}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Name" hint="Letters, digits, dots, dashes and underscores." error={errorOf("name")}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={100}
              value={given.name}
              onChange={(event) => setGiven({ ...given, name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Default branch" optional hint="main when it is left empty." error={errorOf("defaultBranch")}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={given.defaultBranch}
              onChange={(event) => setGiven({ ...given, defaultBranch: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
