"use client";

import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { AdvancedFilters } from "@/lib/model/pulls/pull-filters";
import { readAdvancedFilters } from "@/lib/model/pulls/pull-filters";
import { FilterInput } from "./filter-input";

const fields = [
  { name: "since", label: "Opened since", placeholder: "2026-01-31", className: "sm:w-48" },
  { name: "until", label: "Opened until", placeholder: "2026-01-31", className: "sm:w-48" },
  { name: "base", label: "Base branch", placeholder: "main", className: "sm:w-48" },
  { name: "head", label: "Head branch", placeholder: "feature/search", className: "sm:w-48" },
  { name: "sha", label: "Head commit", placeholder: "Full SHA of any version", className: "sm:w-60" },
  { name: "stack", label: "Stack", placeholder: "stk_…", className: "sm:w-60" },
] as const;

interface MoreFiltersProps {
  values: AdvancedFilters;
  onValue: (name: keyof AdvancedFilters, value: string) => void;
}

/** Advanced filters: collapsed unless one is set. */
export default function MoreFilters({ values, onValue }: MoreFiltersProps) {
  const active = fields.filter(({ name }) => values[name]).length;
  const [expanded, setExpanded] = useState<boolean>();
  const shown = expanded ?? active > 0;
  const { problems } = readAdvancedFilters(values);
  return (
    <>
      <Button aria-expanded={shown} onClick={() => setExpanded(!shown)}>
        <SlidersHorizontal aria-hidden />
        {active > 0 ? `More filters (${active})` : "More filters"}
      </Button>
      {shown ? (
        <div className="flex w-full flex-wrap items-start gap-3">
          {fields.map(({ name, label, placeholder, className }) => (
            <Field key={name} label={label} error={problems[name]} className={`w-full ${className}`}>
              {(control) => (
                <FilterInput
                  control={control}
                  placeholder={placeholder}
                  value={values[name]}
                  onValue={(value) => onValue(name, value)}
                />
              )}
            </Field>
          ))}
        </div>
      ) : null}
    </>
  );
}
