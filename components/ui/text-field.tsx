import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field";
import { Input } from "./input";
import { Select } from "./select";
import { Textarea } from "./textarea";

interface LabelProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
}

type ControlledProps<Tag extends "input" | "textarea" | "select"> = LabelProps &
  Omit<ComponentProps<Tag>, "value" | "onChange"> & { value: string; onValue: (value: string) => void };

/** A labeled text input. */
export function TextField({ label, hint, error, optional, onValue, ...input }: ControlledProps<"input">) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Input {...control} {...input} onChange={({ target }) => onValue(target.value)} />}
    </Field>
  );
}

/** A labeled text area. */
export function TextAreaField({ label, hint, error, optional, onValue, ...area }: ControlledProps<"textarea">) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Textarea {...control} {...area} onChange={({ target }) => onValue(target.value)} />}
    </Field>
  );
}

/** A labeled select; its children are the options. */
export function SelectField({ label, hint, error, optional, onValue, ...select }: ControlledProps<"select">) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Select {...control} {...select} onChange={({ target }) => onValue(target.value)} />}
    </Field>
  );
}
