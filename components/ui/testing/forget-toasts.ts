import { toast } from "sonner";
import { connectToaster } from "../toast";

/** Removes toasts that were never shown, and those that are still shown: they would appear in the next test file. */
export function forgetToasts(): void {
  connectToaster(() => undefined)();
  toast.dismiss();
}
