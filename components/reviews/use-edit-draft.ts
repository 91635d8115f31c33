import { useState } from "react";
import { jsonCodec } from "@/components/ui/json-codec";
import { useLocalStore } from "@/components/ui/use-local-store";

const codec = jsonCodec<string | null>((json) => (typeof json === "string" ? json : undefined), null);

/**
 * The changed text of a comment or a review, kept in the browser until it is saved or canceled, also when the diff replaces its
 * form. `wasStarted`: the user just started to edit it.
 */
export function useEditDraft(id: string) {
  const { value, write } = useLocalStore(`draft.edit.${id}`, codec);
  const [wasStarted, setStarted] = useState(false);
  return {
    text: value,
    isOpen: value !== null,
    wasStarted,
    write,
    start: (body: string) => {
      setStarted(true);
      write(body);
    },
    end: () => {
      setStarted(false);
      write(null);
    },
  };
}
