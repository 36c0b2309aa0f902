/**
 * Keeps the texts of unsaved forms when the session ends, for after the next login. Kept in memory only: forms may hold passwords.
 */

interface Draft {
  /** Path of the screen. */
  path: string;
  /** Name of the form on its screen: a record's id, `new`, or a fixed word. */
  form: string;
  values: unknown;
}

type OpenForm = Omit<Draft, "values"> & { read: () => unknown };

const openForms = new Set<OpenForm>();
let drafts: Draft[] = [];
let draftOwner: string | undefined;

/** Registers a form with unsaved changes. Returns the function that ends it. */
export function registerForm(path: string, form: string, read: () => unknown): () => void {
  const entry = { path, form, read };
  openForms.add(entry);
  return () => void openForms.delete(entry);
}

/** Keeps the values of all registered forms. @param owner the account's e-mail or name, as far as it is known */
export function keepDrafts(owner: string | undefined): void {
  drafts = [...openForms].map(({ path, form, read }) => ({ path, form, values: read() }));
  draftOwner = owner;
}

/** Whether something is kept. */
export function hasDrafts(): boolean {
  return drafts.length > 0;
}

/** Forgets the drafts of any other account. */
export function claimDrafts(owner: string): void {
  if (draftOwner?.toLowerCase() !== owner.toLowerCase()) drafts = [];
}

/** Forgets all drafts, after a logout. */
export function forgetDrafts(): void {
  drafts = [];
}

/** Returns the name of the first form with a draft on a screen. */
export function formWithDraft(path: string): string | undefined {
  return drafts.find((draft) => draft.path === path)?.form;
}

/** Whether a form has a draft on a screen. */
export function hasDraft(path: string, form: string): boolean {
  return drafts.some((draft) => draft.path === path && draft.form === form);
}

/** Returns the values of a form's draft, and forgets it. */
export function takeDraft(path: string, form: string): unknown {
  const draft = drafts.find((each) => each.path === path && each.form === form);
  drafts = drafts.filter((each) => each !== draft);
  return draft?.values;
}
