"use client";

import { Trash2, Users } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import type { SavedView } from "@/lib/contract/dashboard/views/saved-view";
import { useDeleteView } from "./view-queries";

interface ManageViewsDialogProps {
  open: boolean;
  onClose: () => void;
  views: readonly SavedView[];
  isAdmin: boolean;
}

export default function ManageViewsDialog({ open, onClose, views, isAdmin }: ManageViewsDialogProps) {
  const { mutate, isPending, variables, error } = useDeleteView();
  return (
    <Dialog open={open} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title="Saved views">
      {error ? <ErrorNotice title={error.message}>Couldn't delete the view.</ErrorNotice> : null}
      {views.length === 0 ? <p className="text-muted-foreground text-sm">No saved views yet.</p> : null}
      <ul className="divide-y">
        {views.map((view) => (
          <li key={view.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-1.5 text-sm">
                <bdi className="truncate font-medium">{view.name}</bdi>
                {view.shared ? (
                  <span className="flex shrink-0 items-center gap-1 text-muted-foreground text-xs">
                    <Users aria-hidden className="size-3" />
                    {view.own ? "shared" : `shared by ${view.owner}`}
                  </span>
                ) : null}
              </p>
              <p className="truncate font-mono text-muted-foreground text-xs">{view.query}</p>
            </div>
            {view.own || isAdmin ? (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Delete view ${view.name}`}
                disabled={isPending && variables === view.id}
                onClick={() => mutate(view.id)}
              >
                <Trash2 aria-hidden />
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
