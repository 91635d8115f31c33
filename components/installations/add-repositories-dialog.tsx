"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddInstallationRepositories } from "@/components/installations/installation-queries";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import type { NamespaceInstallation } from "@/lib/contract/admin/installations/list-installations";
import { counted, plural } from "@/lib/model/plural";

interface AddRepositoriesDialogProps {
  installation: NamespaceInstallation;
  onClose: () => void;
}

/** Gives an installation access to more repositories, with the same permissions. */
export default function AddRepositoriesDialog({ installation, onClose }: AddRepositoriesDialogProps) {
  const { app, target } = installation;
  const all = useQuery(hostedRepositoriesQuery(callProxy));
  const { mutate, isPending, error } = useAddInstallationRepositories(installation);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState("");
  const accessible = new Set(installation.repositories?.map(({ id }) => id));
  const free = all.data?.filter((repo) => repo.owner.id === target.id && !accessible.has(repo.id));
  const shown = free?.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const submit = () => {
    mutate([...chosen], {
      onSuccess: () => {
        toast.success(
          `Added ${plural(chosen.size, "1 repository", `${chosen.size} repositories`)} to ${app.displayName}.`,
        );
        onClose();
      },
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Add repositories to ${app.displayName}`}
      description="The app gets the same permissions in these repositories. To remove repositories, update its permissions."
      action={chosen.size === 0 ? "Add repositories" : `Add ${counted(chosen.size, "repository", "repositories")}`}
      ready={chosen.size > 0}
      pending={isPending}
      onSubmit={submit}
      failure={error}
      errorTitle="Couldn't add the repositories."
    >
      {all.error ? (
        <CallFailure error={all.error} onRetry={() => all.refetch()}>
          Couldn't load repositories.
        </CallFailure>
      ) : null}
      {all.isPending ? <SkeletonRows label="Loading repositories" /> : null}
      {free && free.length > 8 ? (
        <Input
          type="search"
          aria-label="Filter repositories"
          placeholder="Filter"
          value={text}
          onChange={({ target: input }) => setText(input.value)}
        />
      ) : null}
      {free?.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          The app already has access to every repository in {target.slug}.
        </p>
      ) : null}
      <div className="space-y-1">
        {shown?.slice(0, 200).map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.has(id)}
            onChange={(on) => setChosen(new Set(on ? [...chosen, id] : [...chosen].filter((each) => each !== id)))}
          />
        ))}
      </div>
      {shown && shown.length > 200 ? (
        <p className="text-muted-foreground text-xs">
          Showing the first 200 of {shown.length}. Use the filter to find others.
        </p>
      ) : null}
    </FormDialog>
  );
}
