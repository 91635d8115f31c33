"use client";

import { SelectField } from "@/components/ui/text-field";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import type { ProgramChanges } from "./agent-program-queries";

export interface ProgramSectionProps {
  program: AgentProgram;
  pending: boolean;
  onChange: (changes: ProgramChanges, options?: { onSuccess?: () => void }) => void;
}

/** Default values for the program's options, such as the effort. */
export function ProgramOptions({ program, pending, onChange }: ProgramSectionProps) {
  const { offer, defaultOptions } = program;
  if (!offer || offer.options.length === 0) return null;
  return (
    <div className="grid max-w-2xl gap-3 sm:grid-cols-2">
      {offer.options.map(({ id, name, values }) => (
        <SelectField
          key={id}
          label={`Default ${name.toLowerCase()}`}
          value={defaultOptions[id] ?? ""}
          disabled={pending}
          onValue={(value) => {
            const { [id]: _, ...others } = defaultOptions;
            onChange({ defaultOptions: value === "" ? others : { ...others, [id]: value } });
          }}
        >
          <option value="">Program default</option>
          {values.map((value) => (
            <option key={value.id} value={value.id}>
              {value.name}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  );
}
