import { openText, sealText } from "@/lib/server/sealed-text";

const purpose = "slipway saved variables";

/** Encrypts the value of a saved variable for the database. */
export const sealValue = (value: string, secret: string): Promise<string> => sealText(value, secret, purpose);

/** Throws if it was sealed with another secret. */
export const openValue = (sealed: string, secret: string): Promise<string> => openText(sealed, secret, purpose);
