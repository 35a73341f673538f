// Every word the page shows comes from the Fluent files, by id.

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import en from "../locales/en/hall.ftl?raw";

const bundle = new FluentBundle("en", { useIsolating: false });
for (const fault of bundle.addResource(new FluentResource(en))) throw fault;

export type TextArguments = Record<string, FluentVariable>;

/** The text of that id, or null where the language has none. */
export function textOrNull(id: string, args?: TextArguments): string | null {
  const pattern = bundle.getMessage(id)?.value;
  return pattern ? bundle.formatPattern(pattern, args) : null;
}

/** The text of that id; a missing one shows its id, so that it is seen. */
export function text(id: string, args?: TextArguments): string {
  return textOrNull(id, args) ?? id;
}

/** The text for a code of the server under a prefix, or the code in plain letters where it is new to this page. */
export function textOfCode(prefix: string, code: string, args?: TextArguments): string {
  const name = code.replace(/\(.*\)$/, "").replace(/[^A-Za-z0-9_-]/g, "-");
  const inner = /\((.*)\)$/.exec(code)?.[1] ?? "";
  return textOrNull(`${prefix}-${name}`, { what: inner, ...args }) ?? code.replace(/_/g, " ").toLowerCase();
}
