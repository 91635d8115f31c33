interface OptionsProps<Value extends string> {
  values: readonly (Value | { value: Value; label: string })[];
  /** The text of a value, by default the value. */
  label?: (value: Value) => string;
}

/** The options of a select. */
export function Options<Value extends string>({ values, label: labelOf = (value) => value }: OptionsProps<Value>) {
  return values.map((each) => {
    const { value, label } = typeof each === "string" ? { value: each, label: labelOf(each) } : each;
    return (
      <option key={value} value={value}>
        {label}
      </option>
    );
  });
}
