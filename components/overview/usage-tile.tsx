import { formatMoney } from "@/components/usage/format-numbers";
import type { getOverview } from "@/lib/contract/dashboard/agents/get-overview";
import type { ResponseOf } from "@/lib/contract/operation";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { Tile, TileLoading } from "./tile";

type Overview = ResponseOf<typeof getOverview>;

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const exact = new Intl.NumberFormat("en");
const minBarPx = 4;

interface UsageTileProps {
  tokens: Overview["tokens"] | undefined;
  today: Overview["today"] | undefined;
  hasError: boolean;
}

/** Today's spend, or tokens without prices, and the tokens of the last days, one bar per day. */
export function UsageTile({ tokens, today, hasError }: UsageTileProps) {
  const estimate = today?.estimate;
  return (
    <Tile
      title={estimate === undefined ? "Tokens today" : "Spend today"}
      href={paths.usage()}
      className="col-span-2 xl:col-span-1"
    >
      {tokens && today ? (
        <>
          <div className="flex items-end justify-between gap-4">
            <p className="font-semibold text-2xl" title={`${exact.format(today.tokens)} tokens`}>
              {estimate === undefined ? compact.format(today.tokens) : formatMoney(estimate, today.currency)}
            </p>
            <Bars days={tokens.days} />
          </div>
          <p className="text-muted-foreground text-xs">{totalText(tokens)}</p>
        </>
      ) : (
        <TileLoading hasError={hasError} />
      )}
    </Tile>
  );
}

function totalText({ days, unknownRuns }: Overview["tokens"]): string {
  const total = days.reduce((sum, { tokens }) => sum + tokens, 0);
  const known = `${compact.format(total)} tokens in ${days.length} days`;
  return unknownRuns > 0 ? `${known}, without ${counted(unknownRuns, "run")} of unknown usage` : known;
}

function Bars({ days }: Pick<Overview["tokens"], "days">) {
  const peak = Math.max(1, ...days.map(({ tokens }) => tokens));
  return (
    <ul aria-label="Tokens by day" className="flex h-8 min-w-0 flex-1 items-end justify-end gap-0.5">
      {days.map(({ day, tokens }) => (
        <li
          key={day}
          title={`${day}: ${exact.format(tokens)} tokens`}
          className={tokens > 0 ? "w-2 rounded-xs bg-primary" : "w-2 rounded-xs bg-border"}
          style={{ height: tokens > 0 ? `${Math.max(minBarPx, (tokens / peak) * 32)}px` : "2px" }}
        >
          <span className="sr-only">
            {day}: {exact.format(tokens)}
          </span>
        </li>
      ))}
    </ul>
  );
}
