import type { ComboboxOption } from "@/components/ui/open-combobox";

export const noRepository: ComboboxOption = {
  value: "",
  label: "No repository",
  detail: "The agent works in an empty folder",
};

export const typedRepository = (text: string): ComboboxOption | undefined =>
  /^https?:\/\/\S+$/.test(text) ? { value: text, label: text, detail: "Use this URL" } : undefined;
