"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

interface RunJumpProps {
  total: number;
  onGo: (number: number) => void;
  onLatest: () => void;
}

/** Goes to a run by its number, to the first, or to the latest. */
export function RunJump({ total, onGo, onLatest }: RunJumpProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = /^[0-9]{1,9}$/.test(text.trim()) ? Number(text.trim()) : 0;
    const valid = number >= 1 && number <= total;
    setProblem(valid ? undefined : `Enter a number from 1 to ${total}.`);
    if (valid) onGo(number);
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-1">
      <div className="flex items-center gap-1">
        <Input
          aria-label="Run number"
          placeholder={`1–${total}`}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setProblem(undefined);
          }}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : id}
          className="h-7 min-w-0 flex-1 text-xs"
        />
        <Button type="submit" size="small">
          Go to run
        </Button>
        <Button type="button" variant="ghost" size="small" aria-label="Go to first run" onClick={() => onGo(1)}>
          First
        </Button>
        <Button type="button" variant="ghost" size="small" aria-label="Go to latest run" onClick={onLatest}>
          Latest
        </Button>
      </div>
      {problem === undefined ? null : (
        <p id={id} role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}
