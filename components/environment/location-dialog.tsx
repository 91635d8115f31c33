"use client";

import { useMutation } from "@tanstack/react-query";
import { type FileLocation, readBranchFile } from "@/components/environment/environment-file";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { usePageRouter } from "@/components/ui/use-page-router";
import { callProxy } from "@/lib/client/call";
import { paths } from "@/lib/model/paths";
import { environmentDraft } from "./drafts";
import { LocationForm } from "./location-form";
import { draftName } from "./source";

interface LocationDialogProps {
  text: string;
  onOpenChange: (open: boolean) => void;
  /** Called once the text is a draft of the branch's file. */
  onMoved: () => void;
}

/** Moves a file without a repository to a branch, as a draft to compare and commit. */
export function LocationDialog({ text, onOpenChange, onMoved }: LocationDialogProps) {
  const router = usePageRouter();
  const move = useMutation({
    mutationFn: async (location: FileLocation) => {
      const { branch, headSha, text: theirs } = await readBranchFile(callProxy, location);
      const name = draftName({ kind: "branch", ...location, branch });
      const base = { text: theirs ?? null, headSha };
      const kept = environmentDraft(name).write({ text, base, savedAt: Date.now() });
      if (!kept) throw new Error("The browser's storage is full.");
      return { ...location, branch };
    },
    onSuccess: ({ repository: { ownerSlug, repoName }, branch, path }) => {
      onMoved();
      router.push(paths.environment({ repository: `${ownerSlug}/${repoName}`, branch, path }));
    },
  });
  return (
    <Dialog open onOpenChange={onOpenChange} title="Save to repository">
      {move.error ? <ErrorNotice title={move.error.message} /> : null}
      <LocationForm
        title="Location"
        action={move.isPending ? "Opening…" : "Continue"}
        onSubmit={(location) => move.mutate(location)}
      />
    </Dialog>
  );
}
