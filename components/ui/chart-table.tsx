interface ChartTableProps {
  /** The accessible name of the table. */
  label: string;
  /** Heading of the first column, then of each number. */
  headings: readonly string[];
  rows: readonly { name: string; values: readonly (string | number)[] }[];
}

/** A chart's data as a table, for accessibility. */
export function ChartTable({ label, headings, rows }: ChartTableProps) {
  const align = (index: number) => (index === 0 ? "text-left" : "text-right");
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-pointer text-muted-foreground hover:text-foreground">Show as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse */}
      <section tabIndex={0} aria-label={label} className="mt-2 max-h-64 overflow-auto rounded-md border">
        <table className="w-full tabular-nums">
          <thead className="sticky top-0 bg-muted text-muted-foreground">
            <tr>
              {headings.map((heading, index) => (
                <th key={heading} scope="col" className={`px-2 py-1 font-medium ${align(index)}`}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr key={name} className="border-t">
                <th scope="row" className="px-2 py-1 text-left font-normal">
                  {name}
                </th>
                {values.map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a value has no name but its column
                  <td key={index} className="px-2 py-1 text-right">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
