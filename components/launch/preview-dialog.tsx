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
  const [format, setFormat] = useState<"json" | "curl">("json");
  const text = open ? (format === "json" ? previewJson(fields) : previewCurl(fields)) : "";
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="API request"
      description="The request sent at launch. Secret values are masked, and an agent ID is added so that retries are safe."
      className="max-w-2xl"
    >
      <div className="flex items-center justify-between gap-2">
        <Segmented
          label="Format"
          value={format}
          options={[
            { value: "json", label: "JSON" },
            { value: "curl", label: "curl" },
          ]}
          onChange={setFormat}
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
