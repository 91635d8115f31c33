interface Param {
  id: string;
  value: string;
}

/** True when two choices of parameters are the same, in whatever order. */
export function sameParams(one: readonly Param[], other: readonly Param[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, value }) => other.some((each) => each.id === id && each.value === value))
  );
}
