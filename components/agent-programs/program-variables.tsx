"use client";

import { Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import type { ProgramSectionProps } from "./program-options";

const namePattern = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Variables that only the agent's program receives. Stored values are never shown. */
export function ProgramVariables({ program, pending, onChange }: ProgramSectionProps) {
  const { variables, displayName } = program;
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string>();

  const add = (event: FormEvent) => {
    event.preventDefault();
    const valid = namePattern.test(name.trim());
    setProblem(valid ? undefined : "must contain only letters, digits and underscores");
    if (!valid) return;
    const onSuccess = () => {
      setName("");
      setValue("");
    };
    onChange({ env: { [name.trim()]: value } }, { onSuccess });
  };

  return (
    <details className="space-y-2">
      <summary className="cursor-pointer text-muted-foreground">Variables ({variables.length})</summary>
      {variables.length > 0 ? (
        <ul aria-label={`Variables for ${displayName}`} className="divide-y rounded-md border">
          {variables.map((each) => (
            <li key={each} className="flex items-center justify-between gap-2 px-2 py-1">
              <code className="min-w-0 break-all font-mono text-xs">{each}</code>
              <Button
                size="smallIcon"
                variant="ghost"
                aria-label={`Remove ${each}`}
                disabled={pending}
                onClick={() => onChange({ env: { [each]: null } })}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <form noValidate onSubmit={add} className="grid items-start gap-2 sm:grid-cols-[1fr_1fr_auto]">
        <TextField
          label="Variable"
          value={name}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          placeholder="ANTHROPIC_BASE_URL"
          onValue={setName}
        />
        <TextField label="Value" type="password" value={value} autoComplete="off" onValue={setValue} />
        <Button type="submit" className="sm:mt-[1.625rem]" disabled={pending || name.trim() === "" || value === ""}>
          Add variable
        </Button>
      </form>
    </details>
  );
}
