"use client";

import { type FormEvent, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { TextField } from "@/components/ui/text-field";
import { type AgentPreset, useAddAgentProgram } from "./agent-program-queries";

/** A preset that can be added, with its key. */
export function PresetItem({ preset }: { preset: AgentPreset }) {
  const { id, displayName, version, keys, keyOptional, found } = preset;
  const [value, setValue] = useState("");
  const { mutate, isPending, error } = useAddAgentProgram();
  const [key] = keys;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const env = key && value.trim() !== "" ? { [key]: value.trim() } : {};
    mutate({ preset: id, env });
  };
  return (
    <li>
      <form aria-label={`Add ${displayName}`} onSubmit={submit} noValidate className="space-y-2 rounded-md border p-3">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-medium">{displayName}</h3>
          <code className="wrap-anywhere font-mono text-muted-foreground text-xs">
            {preset.package} {version}
          </code>
          {found ? <Badge tone="info">Found on this machine</Badge> : null}
        </div>
        {error ? <CallFailure error={error}>Couldn&apos;t add {displayName}.</CallFailure> : null}
        <div className="flex flex-wrap items-end gap-2">
          {key ? (
            <div className="min-w-0 max-w-sm grow">
              <TextField
                label={key}
                optional={keyOptional}
                type="password"
                autoComplete="off"
                spellCheck={false}
                value={value}
                onValue={setValue}
              />
            </div>
          ) : null}
          <Button type="submit" disabled={isPending}>
            {isPending ? "Adding…" : `Add ${displayName}`}
          </Button>
        </div>
      </form>
    </li>
  );
}
