import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** A mutation that refetches the queries below these keys afterward, even if it failed. It stays pending until they are fetched. */
export function useChange<Output, Input = void>(
  change: (input: Input) => Promise<Output>,
  ...queryKeys: readonly QueryKey[]
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
