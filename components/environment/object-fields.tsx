"use client";

import { Plus } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import type { Path } from "@/lib/model/environment/diagnostic";
import type { ObjectShape } from "@/lib/model/environment/shape";
import { nodeAt } from "@/lib/model/environment/syntax-tree";
import { type FormScope, Remove, ShapeField } from "./shape-field";

interface ObjectFieldsProps {
  scope: FormScope;
  shape: ObjectShape & { meaning?: string };
  path: Path;
  label: string;
  /** Its own remove button stands beside its name. */
  removable?: boolean;
}

/** An object as a group of fields; one that is not there yet is offered. */
export function ObjectFields({ scope, shape, path, label, removable = false }: ObjectFieldsProps) {
  const id = useId();
  const node = nodeAt(scope.root, path);
  const { error, remark } = scope.findingsAt(path);
  const names = Object.keys(shape.properties);
  const wide = names.length > 2;
  return (
    <fieldset aria-labelledby={id} className="min-w-0 space-y-2 rounded-md border p-3">
      <div className="flex items-baseline justify-between gap-2">
        <span id={id} className="font-medium text-sm first-letter:uppercase">
          {label}
        </span>
        {node || removable ? <Remove scope={scope} path={path} label={label} /> : null}
      </div>
      {shape.meaning ? <p className="text-muted-foreground text-xs">{shape.meaning}</p> : null}
      {remark ? <p className="text-warning text-xs">{remark}</p> : null}
      {error ? <p className="text-danger text-xs">{error}</p> : null}
      {node ? (
        <div className={wide ? "space-y-3" : "grid gap-3 sm:grid-cols-2"}>
          {names.map((name) => {
            const own = shape.properties[name];
            return own ? <ShapeField key={name} scope={scope} shape={own} path={[...path, name]} label={name} /> : null;
          })}
        </div>
      ) : (
        <Button
          size="small"
          disabled={scope.disabled}
          onClick={() => {
            const [first] = shape.anyOf ?? shape.required ?? [];
            const own = first === undefined ? undefined : shape.properties[first];
            const begin = own?.kind === "string" ? (own.example ?? "") : "";
            scope.edit(path, first === undefined ? {} : { [first]: begin });
          }}
        >
          <Plus aria-hidden />
          Add {label}
        </Button>
      )}
    </fieldset>
  );
}
