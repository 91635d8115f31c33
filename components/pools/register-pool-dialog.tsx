"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
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
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
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
      <Field label="Name" error={errorOf("poolName")}>
        {(control) => <Input {...control} {...input("poolName")} />}
      </Field>
      <Field label="Owner" error={errorOf("scope")}>
        {(control) => (
          <Select {...control} {...input("scope")}>
            <option value="team">Team</option>
            <option value="user">One user</option>
          </Select>
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Repository owner" optional error={errorOf("repoOwner")}>
          {(control) => <Input {...control} {...input("repoOwner")} />}
        </Field>
        <Field label="Repository name" optional error={errorOf("repoName")}>
          {(control) => <Input {...control} {...input("repoName")} />}
        </Field>
      </div>
      <p className="text-muted-foreground text-xs">Leave both empty to serve any repository.</p>
      <Field
        label="Reconnect timeout (seconds)"
        optional
        hint="How long a follow-up waits for its offline worker and the files there. With 0, it goes to any worker immediately."
        error={errorOf("workerReadyTimeoutSeconds")}
      >
        {(control) => <Input {...control} {...input("seconds")} inputMode="numeric" placeholder="0" />}
      </Field>
    </FormDialog>
  );
}
