"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField, TextAreaField } from "@/components/ui/text-field";
import type { ProgramSectionProps } from "./program-options";

const emailsOf = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** Who can launch the agent: all users, or the listed ones. */
export function ProgramAccess({ program, pending, onChange }: ProgramSectionProps) {
  const { users, displayName } = program;
  const [text, setText] = useState(() => users?.join("\n") ?? "");
  const [limited, setLimited] = useState(users !== null);
  const [problem, setProblem] = useState<string>();
  const emails = emailsOf(text);
  const changed = limited && emails.join() !== (users ?? []).join();

  const save = (event: FormEvent) => {
    event.preventDefault();
    const wrong = emails.find((email) => !email.includes("@"));
    setProblem(wrong === undefined ? undefined : `${wrong} isn't an email address`);
    if (wrong === undefined) onChange({ users: emails });
  };

  return (
    <form noValidate onSubmit={save} className="max-w-sm space-y-2">
      <SelectField
        label="Access"
        value={limited ? "limited" : "all"}
        disabled={pending}
        onValue={(value) => {
          setLimited(value === "limited");
          setProblem(undefined);
          if (value === "all" && users !== null) onChange({ users: null });
        }}
      >
        <option value="all">All users</option>
        <option value="limited">Selected users</option>
      </SelectField>
      {limited ? (
        <>
          <TextAreaField
            label="Users"
            hint={
              emails.length === 0
                ? `Email addresses, one per line. If empty, no user can launch ${displayName}.`
                : "Email addresses, one per line. Service accounts can't launch it."
            }
            error={problem}
            value={text}
            rows={3}
            className="max-h-60 font-mono text-xs"
            spellCheck={false}
            onValue={setText}
          />
          <Button type="submit" disabled={pending || !(changed || users === null)}>
            Save users
          </Button>
        </>
      ) : null}
    </form>
  );
}
