// The stroke being prepared, as the controls set it. Nothing here is sent before the player strikes.

import type { Point } from "../geometry";
import type { Call, Stroke } from "../protocol.gen";
import { clampTip, powerOf, speedOf, wrap } from "./aim";

const PULL_KEY = "cuehall.pull";

export class AimControl {
  aim = $state(0);
  power = $state(0.35);
  tip = $state.raw<[number, number]>([0, 0]);
  elevation = $state(0);
  pushOut = $state(false);
  safety = $state(false);
  call = $state.raw<Call | null>(null);
  /** Where the ball in hand is being carried, before the hall has it. */
  carried = $state.raw<Point | null>(null);
  /** Strike when the pulled cue is let go, instead of by the button. */
  pullToStrike = $state(localStorage.getItem(PULL_KEY) === "yes");

  readonly speed = $derived(speedOf(this.power));

  turn(angle: number): void {
    this.aim = wrap(this.aim + angle);
  }

  setTip(side: number, up: number): void {
    this.tip = clampTip(side, up);
  }

  setSpeed(speed: number): void {
    this.power = powerOf(speed);
  }

  setPull(pull: boolean): void {
    this.pullToStrike = pull;
    localStorage.setItem(PULL_KEY, pull ? "yes" : "no");
  }

  /** A new turn: the power stays as a start, but never a break's; tip, butt and push-out begin anew. */
  newTurn(): void {
    this.power = Math.min(this.power, 0.5);
    this.tip = [0, 0];
    this.elevation = 0;
    this.pushOut = false;
    this.safety = false;
    this.call = null;
    this.carried = null;
  }

  /** The call once it names a ball and a pocket. */
  get called(): Call | null {
    return this.call?.ball && this.call.pocket ? this.call : null;
  }

  stroke(ball: string): Stroke {
    return { ball, aim: this.aim, speed: this.speed, elevation: this.elevation, tip: this.tip };
  }
}
