import { fold } from "./fold.ts";

/** The payer in the words of a bank. */
export interface PayerWords {
  sender_name: string | null;
  memo: string;
}

/** Returns a test whether a transfer names a customer: as its sender, or in its memo, where one word alone says nothing. */
export function namesOf({ sender_name, memo }: PayerWords): (customer: string) => boolean {
  const sender = wordsOf(sender_name ?? "");
  const words = ` ${wordsOf(memo)} `;
  return (customer) => {
    const name = wordsOf(customer);
    return name !== "" && (name === sender || (name.includes(" ") && words.includes(` ${name} `)));
  };
}

const wordsOf = (text: string) =>
  fold(text)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
