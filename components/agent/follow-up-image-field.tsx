"use client";

import { useEffect, useMemo } from "react";
import { ImageField } from "@/components/images/image-field";
import { restoreStoredImages } from "@/components/images/image-store";
import type { LocalStore } from "@/components/ui/local-store";
import { readImages, writeImages } from "./follow-up-images";

interface FollowUpImageFieldProps {
  draft: LocalStore<string> & { value: string };
  problems: Readonly<Record<string, string>>;
  rejected: readonly string[];
  onFiles: (files: readonly File[]) => void;
}

/** The images of the next prompt, from a draft that is shared with the agent's other tabs. */
export default function FollowUpImageField({ draft, problems, rejected, onFiles }: FollowUpImageFieldProps) {
  const images = useMemo(() => readImages(draft.value), [draft.value]);
  const ids = images.map(({ id }) => id).join(" ");
  useEffect(() => {
    void restoreStoredImages(ids.split(" ").filter(Boolean));
  }, [ids]);
  return (
    <ImageField
      images={images}
      problems={problems}
      rejected={rejected}
      onFiles={onFiles}
      onChange={(next) => draft.write(writeImages(next))}
    />
  );
}
