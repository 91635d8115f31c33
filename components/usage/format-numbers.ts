const whole = new Intl.NumberFormat("en");
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

export const formatCount = (count: number): string => whole.format(count);
export const formatCompact = (count: number): string => compact.format(count);
export const formatPercent = (share: number | undefined): string => (share === undefined ? "–" : percent.format(share));

/** An estimated cost, with two decimal places or up to six below one cent. */
export function formatMoney(amount: string | undefined, currency: string | undefined): string {
  if (amount === undefined || currency === undefined) return "–";
  const value = Number(amount);
  const places = value !== 0 && value < 0.01 ? 6 : 2;
  return `≈ ${value.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: places })} ${currency}`;
}
