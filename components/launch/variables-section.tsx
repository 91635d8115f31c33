"use client";

import { Meter } from "@/components/ui/meter";
import { FormGroup, useLaunchForm } from "./launch-context";
import { SecretRows } from "./secret-rows";

const maxVariables = 50;

export function VariablesSection({ reservedPrefix }: { reservedPrefix: string }) {
  const { fields, change } = useLaunchForm();
  return (
    <FormGroup
      title="Variables"
      at="variables"
      aside={<Meter value={fields.variables.length} max={maxVariables} />}
      hint={
        <>
          Available in the agent&apos;s shell, encrypted, and deleted with the agent. Names can&apos;t start with{" "}
          <code className="font-mono">{reservedPrefix}</code>. Values are write-only and aren&apos;t saved in drafts or
          templates.
        </>
      }
    >
      <SecretRows
        what="variable"
        rows={fields.variables}
        onChange={(variables) => change({ variables })}
        max={maxVariables}
        bytes={{ name: 255, value: 4096 }}
      />
    </FormGroup>
  );
}
