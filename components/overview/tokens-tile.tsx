import { formatMoney } from "@/components/usage/format-numbers";
import type { getOverview } from "@/lib/contract/dashboard/get-overview";
import type { ResponseOf } from "@/lib/contract/operation";
import { plural } from "@/lib/model/plural";
import { Tile, TileLoading } from "./tile";

type Tokens = ResponseOf<typeof getOverview>["tokens"];

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const exact = new Intl.NumberFormat("en");
const minBarPx = 4;

interface TokensTileProps {
  tokens: Tokens | undefined;
  today: ResponseOf<typeof getOverview>["today"] | undefined;
  hasError: boolean;
}

/** Tokens and estimated cost of today's runs, or tokens alone without prices. */
function todayText({ tokens, estimate, currency }: NonNullable<TokensTileProps["today"]>): string {
  const used = `${compact.format(tokens)} today`;
  return estimate === undefined ? used : `${used}, ${formatMoney(estimate, currency)}`;
}

/** Tokens used in the last days, one bar per day. */
export function TokensTile({ tokens, today, hasError }: TokensTileProps) {
  const total = (tokens?.days ?? []).reduce((sum, day) => sum + day.tokens, 0);
  const peak = Math.max(1, ...(tokens?.days ?? []).map((day) => day.tokens));
  return (
    <Tile title={`Tokens, last ${tokens?.days.length ?? 14} days`} className="col-span-2 xl:col-span-1">
      {tokens ? (
        <>
          <div className="flex items-end justify-between gap-4">
            <p className="font-semibold text-2xl" title={exact.format(total)}>
              {compact.format(total)}
            </p>
            <ul aria-label="Tokens by day" className="flex h-8 min-w-0 flex-1 items-end justify-end gap-0.5">
              {tokens.days.map(({ day, tokens: count }) => (
                <li
                  key={day}
                  title={`${day}: ${exact.format(count)} tokens`}
                  className={count > 0 ? "w-2 rounded-xs bg-primary" : "w-2 rounded-xs bg-border"}
                  style={{ height: count > 0 ? `${Math.max(minBarPx, (count / peak) * 32)}px` : "2px" }}
                >
                  <span className="sr-only">
                    {day}: {exact.format(count)}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <p className="text-muted-foreground text-xs">
            {tokens.unknownRuns > 0
              ? `excludes ${exact.format(tokens.unknownRuns)} ${plural(tokens.unknownRuns, "run")} with unknown usage`
              : today
                ? todayText(today)
                : "by UTC day"}
          </p>
        </>
      ) : (
        <TileLoading hasError={hasError} />
      )}
    </Tile>
  );
}
