"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useRegisterPool } from "@/components/workers/worker-mutations";
import { refusalAt } from "@/lib/client/refusal-at";

interface RegisterPoolDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const fields = ["scope", "poolName", "repoOwner", "repoName", "workerReadyTimeoutSeconds"];
const blank = { scope: "team", poolName: "", repoOwner: "", repoName: "", seconds: "" };

/** Registers a pool before its first worker. */
export function RegisterPoolDialog({ open, onOpenChange }: RegisterPoolDialogProps) {
  const [given, setGiven] = useState(blank);
  const { mutate, isPending, error, reset } = useRegisterPool();
  const { errorOf, failure } = refusalAt(error, fields);
  const close = () => {
    setGiven(blank);
    reset();
    onOpenChange(false);
  };
  const submit = () => {
    const { scope, poolName, repoOwner, repoName, seconds } = given;
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
    value: given[name],
    autoComplete: "off",
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Register a pool"
      description="Agents can be sent to it at once, and wait until a worker joins. Registering a pool again changes its window."
      action="Register"
      acting="Registering…"
      ready={given.poolName.trim() !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      failed="Nothing was changed."
    >
      <Field label="Name" error={errorOf("poolName")}>
        {(control) => <Input {...control} {...input("poolName")} />}
      </Field>
      <Field label="Of" error={errorOf("scope")}>
        {(control) => (
          <Select {...control} {...input("scope")}>
            <option value="team">the team</option>
            <option value="user">one person</option>
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
      <p className="text-muted-foreground text-xs">With both it serves that repository alone; with neither, any.</p>
      <Field
        label="Seconds to wait for a worker that is away"
        optional
        hint="A follow-up keeps its worker, and its files, that long. 0: it goes to any worker at once."
        error={errorOf("workerReadyTimeoutSeconds")}
      >
        {(control) => <Input {...control} {...input("seconds")} inputMode="numeric" placeholder="0" />}
      </Field>
    </FormDialog>
  );
}
