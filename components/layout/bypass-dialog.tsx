"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextAreaField } from "@/components/ui/text-field";
import type { BypassPrompt } from "@/lib/client/bypass-prompt";
import { maxBypassReasonLength } from "@/lib/contract/rule-bypass-header";

/** Asks for the reason to bypass rules. */
export default function BypassDialog({ message, answer }: BypassPrompt) {
  const [reason, setReason] = useState("");
  return (
    <FormDialog
      title="Bypass rules?"
      description="Rules block this change. You can bypass them. Your name and reason are recorded."
      action="Bypass rules"
      danger
      ready={reason.trim() !== ""}
      pending={false}
      onClose={() => answer(undefined)}
      onSubmit={() => answer(reason.trim())}
    >
      <p className="rounded-md border p-2 text-sm [overflow-wrap:anywhere]">{message}</p>
      <TextAreaField label="Reason" value={reason} onValue={setReason} maxLength={maxBypassReasonLength} rows={2} />
    </FormDialog>
  );
}
