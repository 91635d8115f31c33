"use client";

import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import type { SecretName } from "@/lib/contract/dashboard/launch-fields";
import { useLaunchForm } from "./launch-context";
import { AddRow, RemoveRow } from "./row-actions";

interface SecretRowsProps {
  /** What a row is: `variable`, `header`. */
  what: string;
  rows: readonly SecretName[];
  onChange: (rows: SecretName[]) => void;
  most: number;
  /** Limits in bytes, shown as meters. */
  bytes?: { name: number; value: number };
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1);

/** Names with values that are only ever written: no draft, template, preview or page shows them. */
export function SecretRows({ what, rows, onChange, most, bytes }: SecretRowsProps) {
  const { problems, secretOf, setSecret } = useLaunchForm();
  return (
    <div className="space-y-2" data-scope>
      {rows.map((row, index) => {
        const problem = problems[row.id];
        const value = secretOf(row.id);
        const label = `${capital(what)} ${index + 1}`;
        const said = {
          "aria-invalid": problem ? true : undefined,
          "aria-describedby": problem ? `${row.id}-p` : undefined,
        };
        return (
          <div key={row.id} data-row={row.id} data-control={row.id} className="space-y-1">
            <div className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[2fr_3fr]">
                <Input
                  {...said}
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
                  {...said}
                  aria-label={`${label} value`}
                  type="password"
                  placeholder="Value, write-only"
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
                <Meter value={bytesOf(row.name.trim())} most={bytes.name} unit=" bytes of name" />
                <Meter value={bytesOf(value)} most={bytes.value} unit=" bytes of value" />
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
      <AddRow what={what} count={rows.length} most={most} onAdd={(id) => onChange([...rows, { id, name: "" }])} />
    </div>
  );
}
