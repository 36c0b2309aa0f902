/** The colours of e-mails and plain pages: those roles of the site's design tokens that they use, under the tokens' names. */

export interface Palette {
  surface: string;
  "surface-sunken": string;
  "surface-raised": string;
  text: string;
  "text-muted": string;
  border: string;
  accent: string;
  "accent-contrast": string;
  "accent-text": string;
  gold: string;
  "gold-contrast": string;
}

/** Stands inline in e-mails, so that it shows where a mail program drops the style sheet. */
export const light: Palette = {
  surface: "#f8f1e4",
  "surface-sunken": "#efe5d2",
  "surface-raised": "#fffaf1",
  text: "#24150f",
  "text-muted": "#5f4a3e",
  border: "#e0d1b8",
  accent: "#b02d18",
  "accent-contrast": "#fff6e8",
  "accent-text": "#a32713",
  gold: "#c2923a",
  "gold-contrast": "#24150f",
};

export const dark: Palette = {
  surface: "#150e10",
  "surface-sunken": "#0e090a",
  "surface-raised": "#20161a",
  text: "#f7eddb",
  "text-muted": "#c9b8a6",
  border: "#3a2b2f",
  accent: "#cf3a22",
  "accent-contrast": "#fff6e8",
  "accent-text": "#ff8d72",
  gold: "#dcb565",
  "gold-contrast": "#24150f",
};
