"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BookmarkPlus, ChevronDown, Trash2, Users } from "lucide-react";
import { type FormEvent, useState } from "react";
import { launchTemplatesQuery } from "@/components/launch/template-queries";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { deleteLaunchTemplate } from "@/lib/contract/dashboard/delete-launch-template";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { type LaunchTemplate, maxTemplateName } from "@/lib/contract/dashboard/launch-template";
import { saveLaunchTemplate } from "@/lib/contract/dashboard/save-launch-template";

interface TemplatesMenuProps {
  fields: LaunchFields;
  mayLaunch: boolean;
  onUse: (template: LaunchTemplate) => void;
}

/** Templates: use one, keep this form as one, delete one. */
export function TemplatesMenu({ fields, mayLaunch, onUse }: TemplatesMenuProps) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const client = useQueryClient();
  const list = useQuery({ ...launchTemplatesQuery(callProxy), enabled: open });
  const refresh = () => client.invalidateQueries({ queryKey: launchTemplatesQuery(callProxy).queryKey });
  const save = useMutation({
    mutationFn: () => callProxy(saveLaunchTemplate, { params: {}, body: { name, shared, fields } }),
    onSuccess: () => {
      setName("");
      toast.success("Template saved.");
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => callProxy(deleteLaunchTemplate, { params: { id } }),
    onSettled: refresh,
  });
  const error = save.error ?? remove.error ?? list.error;
  const onSave = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !save.isPending) save.mutate();
  };

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
        description="Forms kept under a name, without the values of secrets and without dropped files."
      >
        {error ? <ErrorNotice title={error.message}>Nothing was changed.</ErrorNotice> : null}
        {list.data?.templates.length === 0 ? (
          <p className="text-muted-foreground text-sm">None yet. Keep this form as the first one.</p>
        ) : null}
        <ul className="divide-y">
          {(list.data?.templates ?? []).map((template) => (
            <li key={template.id} className="flex items-center gap-2 py-1.5">
              <button
                type="button"
                onClick={() => {
                  onUse(template);
                  setOpen(false);
                }}
                className="min-w-0 flex-1 rounded px-1 py-0.5 text-left hover:bg-muted"
              >
                <span className="block truncate font-medium text-sm">{template.name}</span>
                <span className="flex items-center gap-1.5 text-muted-foreground text-xs">
                  {template.shared ? <Users aria-hidden className="size-3" /> : null}
                  {template.shared ? `Shared by ${template.owner.displayName}` : "Yours"}
                  <span aria-hidden>·</span>
                  <RelativeTime iso={template.updatedAt} />
                </span>
              </button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Delete template ${template.name}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(template.id)}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
        {mayLaunch ? (
          <form onSubmit={onSave} className="space-y-2 border-t pt-3">
            <Field
              label="Keep this form as"
              hint="One of yours by that name is replaced."
              aside={name ? <Meter value={name.length} most={maxTemplateName} /> : null}
            >
              {(control) => (
                <Input
                  {...control}
                  value={name}
                  maxLength={maxTemplateName}
                  onChange={({ target }) => setName(target.value)}
                />
              )}
            </Field>
            <Checkbox label="Share with everybody" checked={shared} onChange={setShared} />
            <Button type="submit" disabled={!name.trim() || save.isPending}>
              <BookmarkPlus aria-hidden />
              {save.isPending ? "Saving…" : "Save template"}
            </Button>
          </form>
        ) : null}
      </Dialog>
    </>
  );
}
