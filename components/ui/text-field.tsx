import type { ComponentProps } from "react";
import { Field } from "./field";
import { Input } from "./input";
import { Select } from "./select";
import { Textarea } from "./textarea";

type LabelProps = Omit<ComponentProps<typeof Field>, "children" | "className"> & { fieldClassName?: string };

type ControlledProps<Tag extends "input" | "textarea" | "select"> = LabelProps &
  Omit<ComponentProps<Tag>, "value" | "onChange"> & { value: string; onValue: (value: string) => void };

/** A labeled text input. */
export function TextField({
  label,
  hint,
  error,
  optional,
  aside,
  fieldClassName,
  onValue,
  ...input
}: ControlledProps<"input">) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} aside={aside} className={fieldClassName}>
      {(control) => <Input {...control} {...input} onChange={({ target }) => onValue(target.value)} />}
    </Field>
  );
}

/** A labeled text area. */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  aside,
  fieldClassName,
  onValue,
  ...area
}: ControlledProps<"textarea">) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} aside={aside} className={fieldClassName}>
      {(control) => <Textarea {...control} {...area} onChange={({ target }) => onValue(target.value)} />}
    </Field>
  );
}

/** A labeled select; its children are the options. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  aside,
  fieldClassName,
  onValue,
  ...select
}: ControlledProps<"select">) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} aside={aside} className={fieldClassName}>
      {(control) => <Select {...control} {...select} onChange={({ target }) => onValue(target.value)} />}
    </Field>
  );
}
