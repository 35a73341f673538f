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
  history.pushState(null, "", route.name === "lobby" ? "/" : `/#/room/${route.invite}`);
  router.route = route;
}
