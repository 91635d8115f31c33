"use client";

import { useState } from "react";
import { TextField } from "@/components/ui/text-field";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { egressVerdict, parseHost } from "@/lib/model/environment/egress";
import { VerdictLine } from "./verdict-line";

/** Tests a domain against the egress policy. */
export function EgressTest({ egress }: { egress: EffectiveEnvironment["egress"] }) {
  const [typed, setTyped] = useState("");
  const host = parseHost(typed);
  return (
    <div className="space-y-1.5">
      <TextField
        label="Test a domain"
        error={typed.trim() !== "" && !host ? "Invalid domain." : undefined}
        value={typed}
        onValue={setTyped}
        placeholder="registry.npmjs.org"
        className="font-mono"
        autoCapitalize="none"
        spellCheck={false}
      />
      {host ? <VerdictLine {...egressVerdict(egress, host)} /> : null}
    </div>
  );
}
