"use client";

import { useState } from "react";
import { PromptTextarea } from "@/components/prompt/prompt-textarea";
import { type PullChange, useUpdatePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { BranchField } from "@/components/repositories/branch-field";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { splitFieldError } from "@/lib/client/field-error";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

const fields = ["title", "body", "base"];

interface EditPullDialogProps {
  name: PullName;
  pull: PullRequest;
  onClose: () => void;
}

/** Edits title, description and base of a pull request. Sends only what changed. */
export default function EditPullDialog({ name, pull, onClose }: EditPullDialogProps) {
  const [values, setValues] = useState({ title: pull.title, body: pull.body, base: pull.base.ref });
  const { mutate, isPending, error } = useUpdatePull(name);
  const { errorOf, failure } = splitFieldError(error, fields);
  const changes: PullChange = {
    ...(values.title.trim() !== pull.title && { title: values.title.trim() }),
    ...(values.body !== pull.body && { body: values.body }),
    ...(values.base !== pull.base.ref && { base: values.base }),
  };
  const submit = () =>
    mutate(changes, {
      onSuccess: () => {
        toast.success("Pull request updated.");
        onClose();
      },
    });
  return (
    <FormDialog
      title="Edit pull request"
      action="Save changes"
      pendingLabel="Saving…"
      ready={values.title.trim() !== "" && Object.keys(changes).length > 0}
      pending={isPending}
      failure={failure}
      errorTitle="Couldn't update the pull request."
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Title"
        error={errorOf("title")}
        value={values.title}
        onValue={(title) => setValues({ ...values, title })}
      />
      <Field label="Description" optional hint="Markdown" error={errorOf("body")}>
        {(control) => (
          <PromptTextarea
            {...control}
            rows={8}
            value={values.body}
            onValue={(body) => setValues({ ...values, body })}
            source={{ users: name }}
          />
        )}
      </Field>
      {pull.state === "open" ? (
        <BranchField
          label="Base branch"
          error={errorOf("base")}
          repository={{ ownerSlug: name.ownerSlug, repoName: name.repoName }}
          value={values.base}
          onChange={(base) => setValues({ ...values, base })}
        />
      ) : null}
    </FormDialog>
  );
}
