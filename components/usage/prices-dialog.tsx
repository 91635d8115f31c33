"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { modelsQuery } from "@/components/agents/model-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { pricesQuery, usageKeys } from "@/components/usage/usage-queries";
import { callProxy } from "@/lib/client/call";
import type { ModelPrice, PriceTable } from "@/lib/contract/dashboard/price-table";
import { PriceTable as PriceTableSchema } from "@/lib/contract/dashboard/price-table";
import { setPrices } from "@/lib/contract/dashboard/set-prices";

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

/** The table of prices that estimates come from; admins only. */
export default function PricesDialog({ open, onOpenChange }: PricesDialogProps) {
  const stored = useQuery({ ...pricesQuery(callProxy), enabled: open });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Price table"
      description="Prices per million tokens, by model; * stands for every model without a price of its own. Amounts made from it are estimates, and changes are in the audit log."
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

function PricesForm({ table, onDone }: { table: PriceTable; onDone: () => void }) {
  const client = useQueryClient();
  const models = useQuery(modelsQuery(callProxy));
  const [currency, setCurrency] = useState(table.currency);
  const [rows, setRows] = useState<readonly ModelPrice[]>(table.prices.length > 0 ? table.prices : [emptyRow]);
  const [tried, setTried] = useState(false);
  const given = { currency, prices: rows.filter((row) => Object.values(row).some((value) => value.trim() !== "")) };
  const parsed = PriceTableSchema.safeParse(given);
  const problems = tried ? (parsed.error?.issues ?? []) : [];
  const problemAt = (...path: (string | number)[]) =>
    problems.find((issue) => issue.path.join(".") === path.join("."))?.message;
  const save = useMutation({
    mutationFn: (body: PriceTable) => callProxy(setPrices, { params: {}, body }),
    onSuccess: () => {
      toast.success(given.prices.length > 0 ? "Price table saved." : "Price table removed.");
      onDone();
      return client.invalidateQueries({ queryKey: usageKeys.all });
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (parsed.success && !save.isPending) save.mutate(parsed.data);
  };
  const set = (index: number, changes: Partial<ModelPrice>) =>
    setRows(rows.map((row, each) => (each === index ? { ...row, ...changes } : row)));

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-3">
      {save.error ? <ErrorNotice title={save.error.message}>The price table is as it was.</ErrorNotice> : null}
      <Field label="Currency" error={problemAt("currency")} className="w-28">
        {(control) => (
          <Input
            {...control}
            value={currency}
            maxLength={3}
            onChange={({ target }) => setCurrency(target.value.toUpperCase())}
          />
        )}
      </Field>
      <datalist id="priced-models">
        <option value="*" />
        {(models.data?.items ?? []).map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      {rows.map((row, index) => {
        const place = given.prices.indexOf(row);
        const problem =
          place === -1
            ? undefined
            : ["model", ...columns.map(({ name }) => name)]
                .map((name) => problemAt("prices", place, name))
                .find(Boolean);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own while they are written
          <fieldset key={index} className="min-w-0 space-y-1">
            <legend className="sr-only">Price {index + 1}</legend>
            <div className="flex items-end gap-2">
              <div className="grid min-w-0 flex-1 grid-cols-2 gap-2 sm:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
                <PriceInput
                  label="Model"
                  row={index}
                  value={row.model}
                  list="priced-models"
                  wrong={place !== -1 && problemAt("prices", place, "model") !== undefined}
                  onChange={(model) => set(index, { model })}
                />
                {columns.map(({ name, label }) => (
                  <PriceInput
                    key={name}
                    label={label}
                    row={index}
                    value={row[name]}
                    wrong={place !== -1 && problemAt("prices", place, name) !== undefined}
                    onChange={(value) => set(index, { [name]: value })}
                  />
                ))}
              </div>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove price ${index + 1}`}
                onClick={() => setRows(rows.filter((_, each) => each !== index))}
              >
                <X aria-hidden />
              </Button>
            </div>
            {problem ? <p className="text-danger text-xs">{problem}</p> : null}
          </fieldset>
        );
      })}
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

interface PriceInputProps {
  label: string;
  row: number;
  value: string;
  list?: string;
  wrong: boolean;
  onChange: (value: string) => void;
}

function PriceInput({ label, row, value, list, wrong, onChange }: PriceInputProps) {
  return (
    <span className="space-y-1">
      <span aria-hidden className="block text-muted-foreground text-xs">
        {label}
      </span>
      <Input
        aria-label={`${label}, price ${row + 1}`}
        aria-invalid={wrong ? true : undefined}
        value={value}
        list={list}
        inputMode={list ? undefined : "decimal"}
        onChange={({ target }) => onChange(target.value)}
        className="font-mono"
      />
    </span>
  );
}
