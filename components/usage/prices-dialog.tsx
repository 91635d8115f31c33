"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { modelsQuery } from "@/components/launch-options/launch-option-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Input } from "@/components/ui/input";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { pricesQuery, usageKeys } from "@/components/usage/usage-queries";
import { callProxy } from "@/lib/client/call";
import type { ModelPrice, PriceTable } from "@/lib/contract/dashboard/prices/price-table";
import { PriceTable as PriceTableSchema } from "@/lib/contract/dashboard/prices/price-table";
import { setPrices } from "@/lib/contract/dashboard/prices/set-prices";

const columns = [
  { name: "input", label: "Input" },
  { name: "output", label: "Output" },
  { name: "cacheWrite", label: "Cache write" },
  { name: "cacheRead", label: "Cache read" },
] as const;

const emptyRow: ModelPrice = { model: "", input: "", output: "", cacheWrite: "", cacheRead: "" };

interface PricesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lets admins edit the prices that cost estimates are based on. */
export default function PricesDialog({ open, onOpenChange }: PricesDialogProps) {
  const stored = useQuery({ ...pricesQuery(callProxy), enabled: open });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Price table"
      description="Prices per million tokens, by model. Use * for all models that aren't listed. Costs are estimates, and changes are recorded in the audit log."
      className="max-w-2xl"
    >
      {stored.error ? <ErrorNotice title={stored.error.message} /> : null}
      {stored.data ? (
        <PricesForm
          key={stored.data.updatedAt ?? "none"}
          table={stored.data.table ?? { currency: "USD", prices: [] }}
          onDone={() => onOpenChange(false)}
        />
      ) : null}
    </Dialog>
  );
}

function useSavePrices(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PriceTable) => callProxy(setPrices, { params: {}, body }),
    onSuccess: (_, { prices }) => {
      toast.success(prices.length > 0 ? "Price table saved." : "Price table removed.");
      onDone();
      return client.invalidateQueries({ queryKey: usageKeys.all });
    },
  });
}

const isFilled = (row: ModelPrice) => Object.values(row).some((value) => value.trim() !== "");

function PricesForm({ table, onDone }: { table: PriceTable; onDone: () => void }) {
  const models = useQuery(modelsQuery(callProxy));
  const [currency, setCurrency] = useState(table.currency);
  const [rows, setRows] = useState<readonly ModelPrice[]>(table.prices.length > 0 ? table.prices : [emptyRow]);
  const [submitted, setSubmitted] = useState(false);
  const save = useSavePrices(onDone);
  const filled = rows.filter(isFilled);
  const parsed = PriceTableSchema.safeParse({ currency, prices: filled });
  const problems = new Map(
    (submitted ? (parsed.error?.issues ?? []) : []).map(({ path, message }) => [path.join("."), message]),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (parsed.success && !save.isPending) save.mutate(parsed.data);
  };
  return (
    <form onSubmit={onSubmit} noValidate className="space-y-3">
      {save.error ? <ErrorNotice title={save.error.message}>Couldn't save the price table.</ErrorNotice> : null}
      <TextField
        label="Currency"
        error={problems.get("currency")}
        fieldClassName="w-28"
        value={currency}
        maxLength={3}
        onValue={(next) => setCurrency(next.toUpperCase())}
      />
      <datalist id="priced-models">
        <option value="*" />
        {(models.data?.items ?? []).map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      {rows.map((row, index) => (
        <PriceRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no unique value while they are edited
          key={index}
          number={index + 1}
          row={row}
          problemAt={(column) => problems.get(`prices.${filled.indexOf(row)}.${column}`)}
          onChange={(changes) => setRows(rows.with(index, { ...row, ...changes }))}
          onRemove={() => setRows(rows.toSpliced(index, 1))}
        />
      ))}
      <div className="flex flex-wrap justify-between gap-2 border-t pt-3">
        <Button onClick={() => setRows([...rows, emptyRow])}>
          <Plus aria-hidden />
          Add price
        </Button>
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {save.isPending ? "Saving…" : "Save prices"}
        </Button>
      </div>
    </form>
  );
}

interface PriceRowProps {
  number: number;
  row: ModelPrice;
  problemAt: (column: keyof ModelPrice) => string | undefined;
  onChange: (changes: Partial<ModelPrice>) => void;
  onRemove: () => void;
}

function PriceRow({ number, row, problemAt, onChange, onRemove }: PriceRowProps) {
  const problem = (["model", ...columns.map(({ name }) => name)] as const).map(problemAt).find(Boolean);
  return (
    <fieldset className="min-w-0 space-y-1">
      <legend className="sr-only">Price {number}</legend>
      <div className="flex items-end gap-2">
        <div className="grid min-w-0 flex-1 grid-cols-2 gap-2 sm:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
          <PriceInput
            label="Model"
            number={number}
            value={row.model}
            list="priced-models"
            invalid={problemAt("model") !== undefined}
            onChange={(model) => onChange({ model })}
          />
          {columns.map(({ name, label }) => (
            <PriceInput
              key={name}
              label={label}
              number={number}
              value={row[name]}
              invalid={problemAt(name) !== undefined}
              onChange={(value) => onChange({ [name]: value })}
            />
          ))}
        </div>
        <Button variant="ghost" size="icon" aria-label={`Remove price ${number}`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      {problem ? <p className="text-danger text-xs">{problem}</p> : null}
    </fieldset>
  );
}

interface PriceInputProps {
  label: string;
  number: number;
  value: string;
  list?: string;
  invalid: boolean;
  onChange: (value: string) => void;
}

function PriceInput({ label, number, value, list, invalid, onChange }: PriceInputProps) {
  return (
    <span className="space-y-1">
      <span aria-hidden className="block text-muted-foreground text-xs">
        {label}
      </span>
      <Input
        aria-label={`${label}, price ${number}`}
        aria-invalid={invalid ? true : undefined}
        value={value}
        list={list}
        inputMode={list ? undefined : "decimal"}
        onChange={({ target }) => onChange(target.value)}
        className="font-mono"
      />
    </span>
  );
}
