"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";

interface KeyFormProps {
  /** Name of the variable. */
  name: string;
  /** A value is stored. */
  stored: boolean;
  pending: boolean;
  error: string | undefined;
  onSave: (value: string, done: () => void) => void;
}

/** Stores a key. The stored value is never shown. */
export function KeyForm({ name, stored, pending, error, onSave }: KeyFormProps) {
  const [value, setValue] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(value.trim(), () => setValue(""));
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 max-w-sm grow">
        <TextField
          label={name}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onValue={setValue}
          error={error}
          placeholder={stored ? "Stored. Enter a new value to replace it" : ""}
        />
      </div>
      <Button type="submit" disabled={pending || value.trim() === ""}>
        {stored ? "Replace key" : "Save key"}
      </Button>
    </form>
  );
}
