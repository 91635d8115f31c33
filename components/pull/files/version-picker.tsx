"use client";

import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { type Look, type Version, writeLook } from "./versions";

interface VersionPickerProps {
  versions: readonly Version[];
  look: Look;
  reviewed: Version | undefined;
  /** A newer version than the one that is shown. */
  newer: Version | undefined;
  onLook: (look: string) => void;
}

/** Chooses a version, or two to be compared. */
export function VersionPicker({ versions, look, reviewed, newer, onLook }: VersionPickerProps) {
  const { from, to } = look;
  const sinceReview = reviewed && from?.number === reviewed.number;
  return (
    <>
      {newer ? (
        <p
          role="status"
          className="flex flex-wrap items-center gap-2 rounded-md border border-info/40 bg-info-soft px-2 py-1 text-info text-sm"
        >
          Version {newer.number} was pushed.
          <Button size="small" onClick={() => onLook(writeLook(to.number, newer.number))}>
            Show what changed
          </Button>
          <Button size="small" onClick={() => onLook(writeLook("", newer.number))}>
            Show version {newer.number}
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
              onChange={(event) => onLook(writeLook(event.target.value, to.number))}
            >
              <option value="">the base</option>
              {versions
                .filter(({ number }) => Number(number) < Number(to.number))
                .map(({ number }) => (
                  <option key={number} value={number}>
                    version {number}
                    {number === reviewed?.number ? " (your review)" : ""}
                  </option>
                ))}
            </Select>
          </div>
          <div className="flex items-center gap-1">
            <span aria-hidden>up to</span>
            <Select
              aria-label="Up to version"
              value={to.number}
              onChange={(event) => onLook(writeLook(from?.number ?? "", event.target.value))}
            >
              {versions.map(({ number }) => (
                <option key={number} value={number}>
                  version {number}
                </option>
              ))}
            </Select>
          </div>
          {sinceReview ? (
            <Button size="small" variant="quiet" onClick={() => onLook(writeLook("", to.number))}>
              Show everything
            </Button>
          ) : reviewed ? (
            <Button size="small" variant="quiet" onClick={() => onLook(writeLook(reviewed.number, to.number))}>
              Since your review
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
