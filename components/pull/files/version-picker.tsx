"use client";

import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { formatVersionRange, type Version, type VersionRange } from "./versions";

interface VersionPickerProps {
  versions: readonly Version[];
  range: VersionRange;
  /** The last version the user has reviewed, and the last seen, if it is newer; both only if there are newer ones. */
  reviewed: Version | undefined;
  seen: Version | undefined;
  /** A version pushed after the shown one. */
  newer: Version | undefined;
  onChange: (versions: string) => void;
}

/** Selects one version, or two to compare. */
export function VersionPicker({ versions, range, reviewed, seen, newer, onChange }: VersionPickerProps) {
  const { from, to } = range;
  const showsSince = (version: Version | undefined) => version !== undefined && from?.number === version.number;
  const noteOf = (number: string) =>
    number === reviewed?.number ? " (your review)" : number === seen?.number ? " (last seen)" : "";
  return (
    <>
      {newer ? (
        <p
          role="status"
          className="flex flex-wrap items-center gap-2 rounded-md border border-info/40 bg-info-soft px-2 py-1 text-info text-sm"
        >
          Version {newer.number} was pushed.
          <Button size="small" onClick={() => onChange(formatVersionRange(to.number, newer.number))}>
            View changes
          </Button>
          <Button size="small" onClick={() => onChange(formatVersionRange("", newer.number))}>
            View version {newer.number}
          </Button>
        </p>
      ) : null}
      {versions.length > 1 ? (
        <div className="flex flex-wrap items-center gap-2 text-xs">
          <div className="flex items-center gap-1">
            <span aria-hidden>Changes since</span>
            <Select
              aria-label="Changes since"
              value={from?.number ?? ""}
              onChange={(event) => onChange(formatVersionRange(event.target.value, to.number))}
            >
              <option value="">base</option>
              {versions
                .filter(({ number }) => Number(number) < Number(to.number))
                .map(({ number }) => (
                  <option key={number} value={number}>
                    version {number}
                    {noteOf(number)}
                  </option>
                ))}
            </Select>
          </div>
          <div className="flex items-center gap-1">
            <span aria-hidden>up to</span>
            <Select
              aria-label="Up to version"
              value={to.number}
              onChange={(event) => onChange(formatVersionRange(from?.number ?? "", event.target.value))}
            >
              {versions.map(({ number }) => (
                <option key={number} value={number}>
                  version {number}
                </option>
              ))}
            </Select>
          </div>
          {showsSince(reviewed) || showsSince(seen) ? (
            <Button size="small" variant="ghost" onClick={() => onChange(formatVersionRange("", to.number))}>
              Show all changes
            </Button>
          ) : null}
          {reviewed && !showsSince(reviewed) ? (
            <Button
              size="small"
              variant="ghost"
              onClick={() => onChange(formatVersionRange(reviewed.number, to.number))}
            >
              Since your review
            </Button>
          ) : null}
          {seen && !showsSince(seen) ? (
            <Button size="small" variant="ghost" onClick={() => onChange(formatVersionRange(seen.number, to.number))}>
              New since version {seen.number}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
