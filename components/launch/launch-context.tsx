"use client";

import { type ComponentProps, createContext, type ReactNode, useContext, useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { type ControlProps, Field } from "@/components/ui/field";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { Problems } from "./launch-validation";

interface LaunchContext {
  fields: LaunchFields;
  change: (changes: Partial<LaunchFields>) => void;
  /** Problems to show: those of blurred controls, and all of them after an attempt to launch. */
  problems: Problems;
  secretOf: (key: string) => string;
  setSecret: (key: string, value: string) => void;
}

const Context = createContext<LaunchContext | undefined>(undefined);
export const LaunchProvider = Context.Provider;

export function useLaunchForm(): LaunchContext {
  const context = useContext(Context);
  if (!context) throw new Error("useLaunchForm must be used within LaunchProvider");
  return context;
}

/** A form field. `at` is the control name its problems are keyed by. */
export function LaunchField({ at, className, ...props }: ComponentProps<typeof Field> & { at: string }) {
  const { problems } = useLaunchForm();
  return (
    <div data-control={at} className={className}>
      <Field {...props} error={problems[at]} />
    </div>
  );
}

interface InlineFieldProps {
  at: string;
  label: string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** A form field whose label only screen readers get. */
export function InlineField({ at, label, className, children }: InlineFieldProps) {
  const { problems } = useLaunchForm();
  const id = useId();
  const error = problems[at];
  return (
    <div data-control={at} className={classNames("relative min-w-0 max-w-full", className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {children({ id, "aria-describedby": error && `${id}-error`, "aria-invalid": error ? true : undefined })}
      {error ? (
        <p id={`${id}-error`} className="mt-1 text-danger text-xs first-letter:uppercase">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** A problem of a group rather than of one control. Focusable so that a failed launch can scroll to it. */
function GroupProblem({ at }: { at: string }) {
  const { problems } = useLaunchForm();
  const problem = problems[at];
  if (!problem) return null;
  return (
    <p data-problem tabIndex={-1} className="text-danger text-xs">
      {problem}
    </p>
  );
}

interface FormGroupProps {
  title: string;
  hint?: ReactNode;
  aside?: ReactNode;
  /** The control name of the group's own problems. */
  at?: string;
  children: ReactNode;
}

export function FormGroup({ title, hint, aside, at, children }: FormGroupProps) {
  return (
    <fieldset className="min-w-0 space-y-3 border-t pt-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="font-semibold text-sm">{title}</h2>
        {aside}
      </div>
      {hint ? <p className="-mt-2 text-muted-foreground text-xs">{hint}</p> : null}
      {at ? <GroupProblem at={at} /> : null}
      {children}
    </fieldset>
  );
}
