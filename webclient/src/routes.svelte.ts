// The route as state; going somewhere keeps the browser's history.

import { parse, type Route } from "./links";

class Router {
  route = $state.raw<Route>(parse(location.pathname, location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.pathname, location.hash)));
    addEventListener("popstate", () => (this.route = parse(location.pathname, location.hash)));
  }
}

export const router = new Router();

export function go(route: Route): void {
  history.pushState(null, "", pathOf(route));
  router.route = route;
}

/** The same place by another name: no step back leads to the one before. */
export function rename(route: Route): void {
  history.replaceState(null, "", pathOf(route));
  router.route = route;
}

function pathOf(route: Route): string {
  if (route.name === "boards") return "/#/boards";
  return route.name === "lobby" ? "/" : `/#/${route.office ?? "room"}/${route.invite}`;
}
