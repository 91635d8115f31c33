"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { splitFieldError } from "@/lib/client/field-error";
import { useAddChannel } from "./notification-queries";

const texts = {
  slack: {
    title: "Add Slack channel",
    label: "Webhook URL",
    description:
      "An incoming webhook of Slack, or of a chat service that accepts its format, such as Mattermost. Use a private channel: its members can respond to your agents with the links in messages.",
  },
  webhook: {
    title: "Add webhook",
    label: "URL",
    description: "Receives signed JSON (Standard Webhooks). The signing secret is shown once.",
  },
} as const;

interface AddUrlDialogProps {
  kind: keyof typeof texts;
  onClose: () => void;
  /** Receives the signing secret of a webhook. */
  onSecret: (secret: string) => void;
}

/** Adds a channel with a URL. */
export function AddUrlDialog({ kind, onClose, onSecret }: AddUrlDialogProps) {
  const [url, setUrl] = useState("");
  const { mutate, isPending, error } = useAddChannel();
  const { errorOf, failure } = splitFieldError(error, ["url"]);
  const { title, label, description } = texts[kind];
  const submit = () =>
    mutate(
      { kind, url: url.trim() },
      {
        onSuccess: ({ secret }) => {
          if (secret !== undefined) onSecret(secret);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={title}
      description={description}
      action="Add channel"
      pendingLabel="Adding…"
      ready={url.trim() !== ""}
      pending={isPending}
      failure={failure}
      errorTitle="Couldn't add the channel."
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={label}
        type="url"
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        value={url}
        error={errorOf("url")}
        onValue={setUrl}
      />
    </FormDialog>
  );
}
