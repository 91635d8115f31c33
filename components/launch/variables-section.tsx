"use client";

import { Meter } from "@/components/ui/meter";
import { FormGroup, useLaunchForm } from "./launch-context";
import { SecretRows } from "./secret-rows";

const most = 50;

export function VariablesSection({ reservedPrefix }: { reservedPrefix: string }) {
  const { fields, change } = useLaunchForm();
  return (
    <FormGroup
      title="Variables"
      at="variables"
      aside={<Meter value={fields.variables.length} most={most} />}
      hint={
        <>
          For the agent&apos;s shell, encrypted, deleted with the agent. Names must not begin with{" "}
          <code className="font-mono">{reservedPrefix}</code>. Values can&apos;t be read again, and are not kept in
          drafts or templates.
        </>
      }
    >
      <SecretRows
        what="variable"
        rows={fields.variables}
        onChange={(variables) => change({ variables })}
        most={most}
        bytes={{ name: 255, value: 4096 }}
      />
    </FormGroup>
  );
}
