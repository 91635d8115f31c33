"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { SelectField, TextField } from "@/components/ui/text-field";
import { useRegisterPool } from "@/components/workers/worker-mutations";
import { splitFieldError } from "@/lib/client/field-error";

interface RegisterPoolDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const fields = ["scope", "poolName", "repoOwner", "repoName", "workerReadyTimeoutSeconds"];
const blank = { scope: "team", poolName: "", repoOwner: "", repoName: "", seconds: "" };

/** Registers a pool before its first worker connects. */
export function RegisterPoolDialog({ open, onOpenChange }: RegisterPoolDialogProps) {
  const [values, setValues] = useState(blank);
  const { mutate, isPending, error, reset } = useRegisterPool();
  const { errorOf, failure } = splitFieldError(error, fields);
  const close = () => {
    setValues(blank);
    reset();
    onOpenChange(false);
  };
  const submit = () => {
    const { scope, poolName, repoOwner, repoName, seconds } = values;
    mutate(
      {
        scope: scope === "user" ? "user" : "team",
        poolName: poolName.trim(),
        ...(repoOwner.trim() ? { repoOwner: repoOwner.trim() } : {}),
        ...(repoName.trim() ? { repoName: repoName.trim() } : {}),
        ...(seconds.trim() ? { workerReadyTimeoutSeconds: Number(seconds) } : {}),
      },
      { onSuccess: close },
    );
  };
  const input = (name: keyof typeof blank) => ({
    value: values[name],
    autoComplete: "off",
    spellCheck: false,
    onValue: (value: string) => setValues({ ...values, [name]: value }),
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Register pool"
      description="You can send agents to the pool immediately; they wait until a worker joins. Registering an existing pool changes its timeout."
      action="Register pool"
      pendingLabel="Registering…"
      ready={values.poolName.trim() !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't register the pool."
    >
      <TextField label="Name" error={errorOf("poolName")} {...input("poolName")} />
      <SelectField label="Owner" error={errorOf("scope")} {...input("scope")}>
        <option value="team">Team</option>
        <option value="user">One user</option>
      </SelectField>
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Repository owner" optional error={errorOf("repoOwner")} {...input("repoOwner")} />
        <TextField label="Repository name" optional error={errorOf("repoName")} {...input("repoName")} />
      </div>
      <p className="text-muted-foreground text-xs">Leave both empty to serve any repository.</p>
      <TextField
        label="Reconnect timeout (seconds)"
        optional
        hint="How long a follow-up waits for its offline worker and the files there. With 0, it goes to any worker immediately."
        error={errorOf("workerReadyTimeoutSeconds")}
        {...input("seconds")}
        inputMode="numeric"
        placeholder="0"
      />
    </FormDialog>
  );
}
