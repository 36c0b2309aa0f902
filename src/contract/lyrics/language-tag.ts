/** Names of languages as files and people write them. */

/** Returns a language tag in the way BCP 47 writes it; null for none that `Intl` takes. */
export function languageTag(value: string): string | null {
  const tag = value.trim().replaceAll("_", "-");
  if (!/^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,3}$/i.test(tag)) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
