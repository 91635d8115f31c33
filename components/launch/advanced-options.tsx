"use client";

import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { FoldIcon } from "@/components/ui/fold-icon";
import { advancedCount, isAdvancedControl } from "./advanced-fields";
import { useLaunchForm } from "./launch-context";

/** The options few launches need. Open if one is set or has a problem. */
export function AdvancedOptions({ children }: { children: ReactNode }) {
  const { fields, problems } = useLaunchForm();
  const [chosen, setChosen] = useState<boolean>();
  const id = useId();
  const count = advancedCount(fields);
  const hasProblem = Object.keys(problems).some((control) => isAdvancedControl(control, fields));
  const open = hasProblem || (chosen ?? count > 0);
  return (
    <div className="space-y-4 border-t pt-3">
      <Button
        variant="ghost"
        size="small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={hasProblem}
        onClick={() => setChosen(!open)}
      >
        <FoldIcon open={open} />
        Advanced options
        {count > 0 ? <span className="text-muted-foreground">{count} set</span> : null}
      </Button>
      {open ? (
        <div id={id} className="space-y-5">
          {children}
        </div>
      ) : null}
    </div>
  );
}
