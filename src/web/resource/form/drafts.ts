/**
 * Keeps the unsaved changes of forms: in memory when the session ends, for after the next login, and in the tab while a form is open, for
 * after a reload or a crash. What is stored in the tab has no passwords or other secrets.
 */
import { forgetStored, readSession, writeSession } from "../../lib/storage.ts";

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

const start = "formDraft:";
type Key = `${typeof start}${string}`;
const keyOf = (path: string, form: string): Key => `${start}${path}:${form}`;

/** Registers a form with unsaved changes. Returns the function that ends it, and with it what the tab keeps of the form. */
export function registerForm(path: string, form: string, read: () => unknown): () => void {
  const entry = { path, form, read };
  openForms.add(entry);
  return () => {
    openForms.delete(entry);
    writeSession(keyOf(path, form), null);
  };
}

/**
 * Keeps the changes of an open form in the tab.
 * @param owner the account's e-mail or name, as it is loaded. @param values without secrets
 */
export function storeDraft(path: string, form: string, owner: string, values: unknown): void {
  writeSession(keyOf(path, form), JSON.stringify({ owner, values }));
}

/** Keeps the values of all registered forms. @param owner the account's e-mail or name, as far as it is known */
export function keepDrafts(owner: string | undefined): void {
  drafts = [...openForms].map(({ path, form, read }) => ({ path, form, values: read() }));
  draftOwner = owner;
}

/** Whether something is kept. */
export function hasDrafts(): boolean {
  return drafts.length > 0 || storedKeys().length > 0;
}

/** Forgets the drafts of any other account. */
export function claimDrafts(owner: string): void {
  if (draftOwner?.toLowerCase() !== owner.toLowerCase()) drafts = [];
  for (const key of storedKeys()) if (!isOf(readStoredDraft(key), owner)) writeSession(key, null);
}

/** Forgets all drafts, after a logout. */
export function forgetDrafts(): void {
  drafts = [];
  forgetStored(start);
}

/** Returns the name of the first form with a draft on a screen. */
export function formWithDraft(path: string): string | undefined {
  const stored = storedKeys().find((key) => key.startsWith(keyOf(path, "")));
  return drafts.find((draft) => draft.path === path)?.form ?? stored?.slice(keyOf(path, "").length);
}

/** Whether a form has a draft on a screen. */
export function hasDraft(path: string, form: string): boolean {
  return drafts.some((draft) => draft.path === path && draft.form === form) || readSession(keyOf(path, form)) !== null;
}

/**
 * Returns the values of a form's draft. One of an ended session is forgotten, one that the tab keeps stays until the form ends.
 * @param owner the account's e-mail or name; while it is not loaded, what the tab keeps is nobody's
 */
export function takeDraft(path: string, form: string, owner?: string): unknown {
  const draft = drafts.find((each) => each.path === path && each.form === form);
  drafts = drafts.filter((each) => each !== draft);
  if (draft || owner === undefined) return draft?.values;
  const stored = readStoredDraft(keyOf(path, form));
  return isOf(stored, owner) ? stored?.values : undefined;
}

/** Returns the names of what the tab keeps; none where its storage is blocked. */
function storedKeys(): Key[] {
  try {
    return Object.keys(window.sessionStorage).filter((key): key is Key => key.startsWith(start));
  } catch {
    return [];
  }
}

interface StoredDraft {
  owner?: unknown;
  values?: unknown;
}

function readStoredDraft(key: Key): StoredDraft | undefined {
  try {
    const stored: unknown = JSON.parse(readSession(key) ?? "null");
    return typeof stored === "object" && stored !== null ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isOf(draft: StoredDraft | undefined, owner: string): boolean {
  return typeof draft?.owner === "string" && draft.owner.toLowerCase() === owner.toLowerCase();
}
