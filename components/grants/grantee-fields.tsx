"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Grantee, granteesQuery } from "@/components/grants/grant-queries";
import { Options } from "@/components/ui/options";
import { SelectField, TextField } from "@/components/ui/text-field";
import type { ResponseOf } from "@/lib/contract/operation";
import { counted } from "@/lib/model/plural";
import { type Grant, granteeKey } from "./grant-labels";

type Grantees = ResponseOf<typeof import("@/lib/contract/admin/grants/list-grantees").listGrantees>;

interface GranteeFieldsProps {
  ownerSlug: string;
  held: readonly Grant[];
  error: string | undefined;
  onChange: (grantee: Grantee | undefined) => void;
}

const kinds = [
  { value: "user", label: "User" },
  { value: "group", label: "Group" },
  { value: "admins", label: "Team admins" },
  { value: "members", label: "Team members" },
] as const;
type Kind = (typeof kinds)[number]["value"];

function granteeFrom(kind: Kind, id: string): Grantee | undefined {
  if (kind === "admins" || kind === "members") return { teamGroup: { kind } };
  return id === "" ? undefined : { [kind]: { id } };
}

/** The users or groups without a grant. */
function choicesOf(kind: "user" | "group", known: Grantees | undefined, holding: ReadonlySet<string>) {
  const choices =
    kind === "user"
      ? known?.users.map(({ id, displayName, email }) => ({
          id,
          label: displayName ? `${displayName} (${email})` : email,
        }))
      : known?.groups.map(({ id, slug, memberCount }) => ({
          id,
          label: `${slug}, ${counted(memberCount, "member")}`,
        }));
  return choices?.filter((choice) => !holding.has(`${kind}:${choice.id}`));
}

/** Selects the grantee of a new grant, or accepts an id if the service doesn't list users and groups. */
export function GranteeFields({ ownerSlug, held, error, onChange }: GranteeFieldsProps) {
  const { data: known, isError } = useQuery(granteesQuery(ownerSlug));
  const [kind, setKind] = useState<Kind>("user");
  const [id, setId] = useState("");
  const holding = new Set(held.map(granteeKey));
  const choose = (nextKind: Kind, nextId: string) => {
    setKind(nextKind);
    setId(nextId);
    onChange(granteeFrom(nextKind, nextId.trim()));
  };
  const offered = kinds.filter(({ value }) => {
    if (value === "user" || value === "group") return true;
    return known?.teamGroups !== false && !holding.has(`teamGroup:${value}`);
  });
  const named = kind === "user" || kind === "group";
  return (
    <>
      <SelectField
        label="Grant to"
        error={named ? undefined : error}
        value={kind}
        onValue={(next) => choose(kinds.find(({ value }) => value === next)?.value ?? "user", "")}
      >
        <Options values={offered} />
      </SelectField>
      {named ? (
        <NamedField
          kind={kind}
          id={id}
          choices={isError ? "unknown" : choicesOf(kind, known, holding)}
          error={error}
          onChange={(next) => choose(kind, next)}
        />
      ) : null}
    </>
  );
}

interface NamedFieldProps {
  kind: "user" | "group";
  id: string;
  /** `undefined` while loading; `unknown` if the service doesn't list them. */
  choices: readonly { id: string; label: string }[] | "unknown" | undefined;
  error: string | undefined;
  onChange: (id: string) => void;
}

function NamedField({ kind, id, choices, error, onChange }: NamedFieldProps) {
  const label = kind === "user" ? "User" : "Group";
  if (choices === "unknown") {
    const hint = `Enter the ${kind}'s public ID. This service doesn't list ${kind}s.`;
    return (
      <TextField
        label={label}
        error={error}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
        value={id}
        onValue={onChange}
      />
    );
  }
  const hint =
    choices?.length === 0
      ? kind === "user"
        ? "All users already have access."
        : "All groups already have access."
      : undefined;
  return (
    <SelectField
      label={label}
      error={error}
      hint={hint}
      value={id}
      disabled={!choices || choices.length === 0}
      onValue={onChange}
    >
      <option value="">Choose…</option>
      {choices?.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {choice.label}
        </option>
      ))}
    </SelectField>
  );
}
