/** Returns what the signed address of a preview carries. */
export function signatureOf({ search }: Pick<URL, "search">): { expires: string; signature: string } {
  const params = new URLSearchParams(search);
  return { expires: params.get("expires") ?? "", signature: params.get("signature") ?? "" };
}
