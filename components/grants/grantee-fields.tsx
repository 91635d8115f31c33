"use client";

import { useState } from "react";
import type { Grantee } from "@/components/grants/grant-queries";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { ResponseOf } from "@/lib/contract/operation";
import { counted } from "@/lib/model/plural";
import { type Grant, granteeKey } from "./grant-labels";

type Grantees = ResponseOf<typeof import("@/lib/contract/admin/list-grantees").listGrantees>;

interface GranteeFieldsProps {
  known: Grantees | undefined;
  /** The service does not tell whom it knows: ids are typed. */
  unknown: boolean;
  held: readonly Grant[];
  error: string | undefined;
  onChange: (grantee: Grantee | undefined) => void;
}

const kinds = [
  { value: "user", label: "A person" },
  { value: "group", label: "A group" },
  { value: "admins", label: "Admins of the team" },
  { value: "members", label: "Members of the team" },
] as const;
type Kind = (typeof kinds)[number]["value"];

function granteeFrom(kind: Kind, id: string): Grantee | undefined {
  if (kind === "admins" || kind === "members") return { teamGroup: { kind } };
  return id === "" ? undefined : { [kind]: { id } };
}

/** Whom a new grant is for: out of those the service knows, or by id where it does not say. */
export function GranteeFields({ known, unknown, held, error, onChange }: GranteeFieldsProps) {
  const [kind, setKind] = useState<Kind>("user");
  const [id, setId] = useState("");
  const holding = new Set(held.map(granteeKey));
  const choose = (nextKind: Kind, nextId: string) => {
    setKind(nextKind);
    setId(nextId);
    onChange(granteeFrom(nextKind, nextId.trim()));
  };
  const choices =
    kind === "user"
      ? known?.users.map((user) => ({
          id: user.id,
          label: user.displayName ? `${user.displayName} (${user.email})` : user.email,
        }))
      : known?.groups.map((group) => ({
          id: group.id,
          label: `${group.slug}, ${counted(group.memberCount, "member")}`,
        }));
  const free = choices?.filter((choice) => !holding.has(`${kind}:${choice.id}`));
  const offered = kinds.filter(({ value }) => {
    if (value === "user" || value === "group") return true;
    return known?.teamGroups !== false && !holding.has(`teamGroup:${value}`);
  });
  const named = kind === "user" || kind === "group";
  return (
    <>
      <Field label="To" error={named ? undefined : error}>
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={({ target }) => choose(kinds.find(({ value }) => value === target.value)?.value ?? "user", "")}
          >
            {offered.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {named ? (
        <Field
          label={kind === "user" ? "Person" : "Group"}
          error={error}
          hint={
            unknown
              ? `The ${kind}'s public id: this service does not list whom it knows.`
              : free?.length === 0
                ? "Everybody there is holds a grant already."
                : undefined
          }
        >
          {(control) =>
            unknown ? (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                value={id}
                onChange={({ target }) => choose(kind, target.value)}
              />
            ) : (
              <Select
                {...control}
                value={id}
                disabled={!free || free.length === 0}
                onChange={({ target }) => choose(kind, target.value)}
              >
                <option value="">Choose…</option>
                {free?.map((choice) => (
                  <option key={choice.id} value={choice.id}>
                    {choice.label}
                  </option>
                ))}
              </Select>
            )
          }
        </Field>
      ) : null}
    </>
  );
}
