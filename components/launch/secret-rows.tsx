"use client";

import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import type { SecretName } from "@/lib/contract/dashboard/launch-fields";
import { useLaunchForm } from "./launch-context";
import { AddRow, RemoveRow } from "./row-actions";

interface SecretRowsProps {
  /** What a row is, for example `variable` or `header`. */
  what: string;
  rows: readonly SecretName[];
  onChange: (rows: SecretName[]) => void;
  max: number;
  /** Limits in bytes, shown as meters. */
  bytes?: { name: number; value: number };
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const capitalize = (text: string) => text[0]?.toUpperCase() + text.slice(1);

/** Rows of a name and a write-only value. No draft, template, preview, or page shows the values. */
export function SecretRows({ what, rows, onChange, max, bytes }: SecretRowsProps) {
  const { problems, secretOf, setSecret } = useLaunchForm();
  return (
    <div className="space-y-2" data-scope>
      {rows.map((row, index) => {
        const problem = problems[row.id];
        const value = secretOf(row.id);
        const label = `${capitalize(what)} ${index + 1}`;
        const problemProps = {
          "aria-invalid": problem ? true : undefined,
          "aria-describedby": problem ? `${row.id}-p` : undefined,
        };
        return (
          <div key={row.id} data-row={row.id} data-control={row.id} className="space-y-1">
            <div className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[2fr_3fr]">
                <Input
                  {...problemProps}
                  aria-label={`${label} name`}
                  placeholder="Name"
                  value={row.name}
                  onChange={({ target }) =>
                    onChange(rows.map((each) => (each.id === row.id ? { ...each, name: target.value } : each)))
                  }
                  className="font-mono"
                  autoCapitalize="none"
                  autoComplete="off"
                  spellCheck={false}
                />
                <Input
                  {...problemProps}
                  aria-label={`${label} value`}
                  type="password"
                  placeholder="Value (write-only)"
                  value={value}
                  onChange={({ target }) => setSecret(row.id, target.value)}
                  className="font-mono"
                  autoComplete="new-password"
                  spellCheck={false}
                />
              </div>
              <RemoveRow
                what={row.name || label.toLowerCase()}
                of={what}
                onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
              />
            </div>
            {bytes ? (
              <p className="flex gap-3">
                <Meter value={bytesOf(row.name.trim())} max={bytes.name} unit=" bytes (name)" />
                <Meter value={bytesOf(value)} max={bytes.value} unit=" bytes (value)" />
              </p>
            ) : null}
            {problem ? (
              <p id={`${row.id}-p`} className="text-danger text-xs">
                {row.name.trim() || label}: {problem}
              </p>
            ) : null}
          </div>
        );
      })}
      <AddRow what={what} count={rows.length} max={max} onAdd={(id) => onChange([...rows, { id, name: "" }])} />
    </div>
  );
}
