"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import { type SaveRequest, type SaveResult, saveEnvironment } from "./save-environment";

/** The default commit message; `before` is the file's text on the branch. */
export const commitMessage = (path: string, before: string | undefined) =>
  `${before === undefined ? "Add" : "Update"} ${path}`;

export function useSave(onDone: (result: SaveResult) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: SaveRequest) => saveEnvironment(callProxy, request),
    onSuccess: (result) => {
      // The open file isn't refetched: it was just committed.
      client.invalidateQueries({ queryKey: ["hosting", "branches"] });
      client.invalidateQueries({ queryKey: ["hosting", "text"] });
      onDone(result);
    },
  });
}
