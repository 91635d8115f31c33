"use client";

import { CircleX, Info, TriangleAlert, Wrench } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { Checked } from "@/lib/model/environment/check";
import type { Diagnostic, Severity } from "@/lib/model/environment/diagnostic";
import { createLocator } from "@/lib/model/environment/position";
import { counted } from "@/lib/model/plural";

const severityLabels: Readonly<Record<Severity, { icon: typeof CircleX; word: string; className: string }>> = {
  error: { icon: CircleX, word: "Error", className: "text-danger" },
  warning: { icon: TriangleAlert, word: "Warning", className: "text-warning" },
  info: { icon: Info, word: "Note", className: "text-info" },
};

const shownProblems = 100;

interface ProblemListProps {
  checked: Checked;
  /** Called to scroll to a finding. */
  onShow: (finding: Diagnostic) => void;
  /** Applies the fix. */
  onFix?: ((finding: Diagnostic) => void) | undefined;
}

/** The findings of a file, in text order. */
export function ProblemList({ checked, onShow, onFix }: ProblemListProps) {
  const { text, diagnostics } = checked;
  const locate = useMemo(() => createLocator(text), [text]);
  if (diagnostics.length === 0) return null;
  return (
    <ul className="divide-y">
      {diagnostics.slice(0, shownProblems).map((finding) => {
        const { icon: Icon, word, className } = severityLabels[finding.severity];
        const { line, column } = locate(finding.start);
        return (
          <li
            key={`${finding.start} ${finding.code} ${finding.message}`}
            className="flex items-start gap-2 px-4 py-1.5"
          >
            <Icon aria-hidden className={classNames("mt-0.5 size-4 shrink-0", className)} />
            <button
              type="button"
              onClick={() => onShow(finding)}
              className="min-w-0 flex-1 break-words text-left text-sm hover:underline"
            >
              <span className="sr-only">{word}: </span>
              {finding.message}{" "}
              <span className="whitespace-nowrap text-muted-foreground text-xs">
                line {line}, column {column}
              </span>
            </button>
            {finding.fix && onFix ? (
              <Button size="small" onClick={() => onFix(finding)}>
                <Wrench aria-hidden />
                {finding.fix.title}
              </Button>
            ) : null}
          </li>
        );
      })}
      {diagnostics.length > shownProblems ? (
        <li className="px-4 py-1.5 text-muted-foreground text-xs">{diagnostics.length - shownProblems} more</li>
      ) : null}
    </ul>
  );
}

/** A one-line summary: validity and the number of errors and warnings. */
export function verdictText({ valid, diagnostics }: Checked, empty = false): string {
  const of = (severity: Severity) => diagnostics.filter((each) => each.severity === severity).length;
  const [errors, warnings] = [of("error"), of("warning")];
  if (!valid && empty) return "Empty";
  if (!valid) return `Invalid: ${counted(errors, "error")}${warnings > 0 ? `, ${counted(warnings, "warning")}` : ""}`;
  return warnings > 0 ? `Valid, with ${counted(warnings, "warning")}` : "Valid";
}
