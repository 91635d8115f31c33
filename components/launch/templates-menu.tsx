"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BookmarkPlus, ChevronDown, Trash2, Users } from "lucide-react";
import { type FormEvent, useState } from "react";
import { launchTemplatesQuery } from "@/components/launch-options/launch-option-queries";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Meter } from "@/components/ui/meter";
import { RelativeTime } from "@/components/ui/relative-time";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { deleteLaunchTemplate } from "@/lib/contract/dashboard/launch-templates/delete-launch-template";
import { type LaunchTemplate, maxTemplateName } from "@/lib/contract/dashboard/launch-templates/launch-template";
import { saveLaunchTemplate } from "@/lib/contract/dashboard/launch-templates/save-launch-template";

interface TemplatesMenuProps {
  fields: LaunchFields;
  canLaunch: boolean;
  onUse: (template: LaunchTemplate) => void;
}

/** Dialog for using, saving, and deleting templates. */
export function TemplatesMenu({ fields, canLaunch, onUse }: TemplatesMenuProps) {
  const [open, setOpen] = useState(false);
  const list = useQuery({ ...launchTemplatesQuery(callProxy), enabled: open });
  const draft = useTemplateDraft(fields);
  const remove = useDeleteTemplate();
  const error = draft.error ?? remove.error ?? list.error;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Templates
        <ChevronDown aria-hidden />
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Templates"
        description="Saved forms, without secret values and attached files."
      >
        {error ? <ErrorNotice title={error.message} /> : null}
        {list.data?.templates.length === 0 ? (
          <p className="text-muted-foreground text-sm">No templates yet. Save this form as the first one.</p>
        ) : null}
        <ul className="divide-y">
          {(list.data?.templates ?? []).map((template) => (
            <TemplateItem
              key={template.id}
              template={template}
              onUse={() => {
                onUse(template);
                setOpen(false);
              }}
              onDelete={remove.isPending ? undefined : () => remove.mutate(template.id)}
            />
          ))}
        </ul>
        {canLaunch ? <SaveTemplateForm draft={draft} /> : null}
      </Dialog>
    </>
  );
}

function useRefreshTemplates() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: launchTemplatesQuery(callProxy).queryKey });
}

/** State of the "Save template" form. It persists while the dialog is closed. */
function useTemplateDraft(fields: LaunchFields) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const refresh = useRefreshTemplates();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => callProxy(saveLaunchTemplate, { params: {}, body: { name, shared, fields } }),
    onSuccess: () => {
      setName("");
      toast.success("Template saved.");
      return refresh();
    },
  });
  return { name, setName, shared, setShared, save: () => mutate(), error, isPending };
}

function useDeleteTemplate() {
  const refresh = useRefreshTemplates();
  return useMutation({
    mutationFn: (id: string) => callProxy(deleteLaunchTemplate, { params: { id } }),
    onSettled: refresh,
  });
}

interface TemplateItemProps {
  template: LaunchTemplate;
  onUse: () => void;
  /** `undefined` while a template is being deleted. */
  onDelete: (() => void) | undefined;
}

function TemplateItem({ template, onUse, onDelete }: TemplateItemProps) {
  const { name, shared, owner, updatedAt } = template;
  return (
    <li className="flex items-center gap-2 py-1.5">
      <button type="button" onClick={onUse} className="min-w-0 flex-1 rounded px-1 py-0.5 text-left hover:bg-muted">
        <span className="block truncate font-medium text-sm">{name}</span>
        <span className="flex items-center gap-1.5 text-muted-foreground text-xs">
          {shared ? <Users aria-hidden className="size-3" /> : null}
          {shared ? `Shared by ${owner.displayName}` : "Yours"}
          <span aria-hidden>·</span>
          <RelativeTime iso={updatedAt} />
        </span>
      </button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete template ${name}`}
        disabled={!onDelete}
        onClick={onDelete}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}

function SaveTemplateForm({ draft }: { draft: ReturnType<typeof useTemplateDraft> }) {
  const { name, setName, shared, setShared, save, isPending } = draft;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !isPending) save();
  };
  return (
    <form onSubmit={onSubmit} className="space-y-2 border-t pt-3">
      <TextField
        label="Template name"
        hint="Replaces your template with the same name."
        aside={name ? <Meter value={name.length} max={maxTemplateName} /> : null}
        value={name}
        maxLength={maxTemplateName}
        onValue={setName}
      />
      <Checkbox label="Share with everyone" checked={shared} onChange={setShared} />
      <Button type="submit" disabled={!name.trim() || isPending}>
        <BookmarkPlus aria-hidden />
        {isPending ? "Saving…" : "Save template"}
      </Button>
    </form>
  );
}
