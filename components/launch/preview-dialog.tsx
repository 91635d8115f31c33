"use client";

import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Segmented } from "@/components/ui/segmented";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { previewCurl, previewJson } from "./preview";

interface PreviewDialogProps {
  fields: LaunchFields;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function PreviewDialog({ fields, open, onOpenChange }: PreviewDialogProps) {
  const [form, setForm] = useState<"json" | "curl">("json");
  const text = open ? (form === "json" ? previewJson(fields) : previewCurl(fields)) : "";
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="The request"
      description="As it will be sent. Values of secrets are masked; the id that makes a second try safe is drawn at launch."
      className="max-w-2xl"
    >
      <div className="flex items-center justify-between gap-2">
        <Segmented
          label="Shown as"
          value={form}
          options={[
            { value: "json", label: "JSON" },
            { value: "curl", label: "curl" },
          ]}
          onChange={setForm}
        />
        <CopyButton text={text} what="request" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse */}
      <pre tabIndex={0} className="max-h-[45vh] overflow-auto rounded-md border bg-code p-3 font-mono text-xs">
        {text}
      </pre>
    </Dialog>
  );
}
