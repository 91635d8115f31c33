import { useMemo } from "react";
import { readCsv } from "@/lib/model/csv/read-csv";

const maxRows = 500;
const maxColumns = 50;

/** A CSV or TSV file as a table, with its first row as the header. */
export function CsvTable({ text, delimiter }: { text: string; delimiter: string }) {
  const [header = [], ...rows] = useMemo(() => readCsv(text, delimiter, maxRows + 1), [text, delimiter]);
  const columns = Math.min(maxColumns, Math.max(0, header.length, ...rows.map(({ length }) => length)));
  const cells = Array.from({ length: columns }, (_, index) => index);
  if (columns === 0) return <p className="text-muted-foreground text-sm">The file is empty.</p>;
  return (
    <div className="space-y-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse */}
      <section aria-label="Table" tabIndex={0} className="max-h-[60vh] overflow-auto rounded-md border">
        <table className="w-full border-collapse text-xs">
          <thead className="sticky top-0 bg-muted">
            <tr>
              {cells.map((index) => (
                <th key={index} scope="col" className="whitespace-nowrap border-b px-2 py-1 text-left font-medium">
                  {header[index]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key
              <tr key={number} className="hover:bg-muted">
                {cells.map((index) => (
                  <td key={index} className="max-w-96 truncate border-b px-2 py-1 tabular-nums" title={row[index]}>
                    {row[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length >= maxRows ? (
        <p className="text-muted-foreground text-xs">Showing the first {maxRows} rows.</p>
      ) : null}
    </div>
  );
}
