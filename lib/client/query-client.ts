import { QueryClient } from "@tanstack/react-query";
import { CallError } from "./call-error";

/** Retries lost responses and server errors, but not rejected requests. */
function canRetry(failures: number, error: unknown): boolean {
  if (failures >= 2) return false;
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 2_000, retry: canRetry, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}
