// How balls look: colours, stripes, numbers and dots as a function of the direction on the ball, and a small renderer
// that lights a sphere pixel by pixel.

import type { Turn } from "../playback";

type Colour = readonly [number, number, number];

const IVORY: Colour = [250, 243, 226];
const INK: Colour = [24, 20, 18];
const RED_DOT: Colour = [186, 30, 38];
const BLUE_DOT: Colour = [36, 66, 150];

const NUMBERED: readonly Colour[] = [
  [242, 186, 24],
  [30, 82, 170],
  [208, 38, 44],
  [96, 48, 140],
  [236, 118, 34],
  [18, 122, 72],
  [132, 30, 36],
  [26, 24, 26],
];

const CAROM: Readonly<Record<string, Colour>> = {
  W: IVORY,
  Y: [247, 200, 40],
  R: [196, 32, 40],
  B: [112, 30, 60],
};

const NUMBER_SPOT = Math.cos((27 * Math.PI) / 180);
const SPOT_WIDTH = Math.sin((27 * Math.PI) / 180);
const DOT = Math.cos((10 * Math.PI) / 180);
const STRIPE = 0.56;
const GLYPH = 40;

const glyphs = new Map<string, Uint8ClampedArray>();

/** The number drawn once, as ink from 0 to 255. */
function glyph(name: string): Uint8ClampedArray {
  const known = glyphs.get(name);
  if (known) return known;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = GLYPH;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const ink = new Uint8ClampedArray(GLYPH * GLYPH);
  if (pen) {
    pen.font = `800 ${name.length > 1 ? 24 : 28}px "Manrope Variable", sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(name, GLYPH / 2, GLYPH / 2 + 1.5);
    if (name === "6" || name === "9") pen.fillRect(GLYPH / 2 - 7, GLYPH - 7, 14, 2.5);
    const { data } = pen.getImageData(0, 0, GLYPH, GLYPH);
    for (let i = 0; i < ink.length; i++) ink[i] = data[i * 4 + 3] ?? 0;
  }
  glyphs.set(name, ink);
  return ink;
}

/** The cue ball of pyramid. */
const PYRAMID_CUE: Colour = [150, 24, 30];

/** Colour of the ball in its own direction (x, y, z). */
type Skin = (x: number, y: number, z: number) => Colour;

function dotted(base: Colour, dot: Colour): Skin {
  return (x, y, z) => (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > DOT ? dot : base);
}

function numbered(name: string): Skin {
  const number = Number(name);
  const colour = NUMBERED[(number - 1) % 8] ?? INK;
  const striped = number > 8;
  const ink = glyph(name);
  return (x, y, z) => {
    if (Math.abs(z) > NUMBER_SPOT) {
      const u = Math.round(((z > 0 ? x : -x) / SPOT_WIDTH / 2 + 0.5) * (GLYPH - 1));
      const v = Math.round((0.5 - y / SPOT_WIDTH / 2) * (GLYPH - 1));
      const shade = (ink[v * GLYPH + u] ?? 0) / 255;
      return mix(IVORY, INK, shade);
    }
    return striped && Math.abs(y) > STRIPE ? IVORY : colour;
  };
}

function mix(a: Colour, b: Colour, share: number): Colour {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** Balls of pyramid are ivory all over, with their number. */
function plain(name: string): Skin {
  const ink = glyph(name);
  return (x, y, z) => {
    if (Math.abs(z) <= NUMBER_SPOT) return IVORY;
    const u = Math.round(((z > 0 ? x : -x) / SPOT_WIDTH / 2 + 0.5) * (GLYPH - 1));
    const v = Math.round((0.5 - y / SPOT_WIDTH / 2) * (GLYPH - 1));
    return mix(IVORY, INK, (ink[v * GLYPH + u] ?? 0) / 255);
  };
}

/** Which set of balls is drawn. */
export type BallSet = "pool" | "carom" | "pyramid";

const skins = new Map<string, Skin>();

function skin(ball: string, set: BallSet): Skin {
  const key = `${set} ${ball}`;
  const known = skins.get(key);
  if (known) return known;
  const carom = CAROM[ball];
  let made: Skin;
  if (set === "pyramid") made = ball === "c" ? dotted(PYRAMID_CUE, IVORY) : plain(ball);
  else if (ball === "c") made = dotted(IVORY, RED_DOT);
  else if (carom) made = dotted(carom, ball === "W" ? RED_DOT : ball === "Y" ? BLUE_DOT : IVORY);
  else made = numbered(ball);
  skins.set(key, made);
  return made;
}

/** A plain colour of the ball for lists, as CSS, and whether it is striped. */
export function ballColour(ball: string): { colour: string; striped: boolean; dark: boolean } {
  const number = Number(ball);
  const colour = CAROM[ball] ?? (ball === "c" ? IVORY : (NUMBERED[(number - 1) % 8] ?? INK));
  const bright = colour[0] * 0.3 + colour[1] * 0.6 + colour[2] * 0.1;
  return { colour: `rgb(${colour.join(" ")})`, striped: number > 8, dark: bright < 120 };
}

/** A ball seen from above, drawn into a square canvas. `turn` takes the ball's own frame to the screen's. */
export function drawBall(canvas: HTMLCanvasElement, ball: string, turn: Turn, set: BallSet = "pool"): void {
  const pen = canvas.getContext("2d");
  const size = canvas.width;
  if (!pen || size < 2) return;
  const image = pen.createImageData(size, size);
  const paint = skin(ball, set);
  const [qx, qy, qz, qw] = turn;
  // Rows of the inverse rotation: screen direction to the ball's own.
  const m = [
    1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qz * qw), 2 * (qx * qz - qy * qw),
    2 * (qx * qy - qz * qw), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qx * qw),
    2 * (qx * qz + qy * qw), 2 * (qy * qz - qx * qw), 1 - 2 * (qx * qx + qy * qy),
  ] as const;
  const r = size / 2;
  let i = 0;
  for (let row = 0; row < size; row++) {
    const sy = (r - row - 0.5) / r;
    for (let column = 0; column < size; column++, i += 4) {
      const sx = (column + 0.5 - r) / r;
      const flat = sx * sx + sy * sy;
      const edge = (1 - Math.sqrt(flat)) * r + 0.5;
      if (edge <= 0) continue;
      const sz = Math.sqrt(Math.max(1 - flat, 0));
      const base = paint(
        m[0] * sx + m[1] * sy + m[2] * sz,
        m[3] * sx + m[4] * sy + m[5] * sz,
        m[6] * sx + m[7] * sy + m[8] * sz,
      );
      const light = 0.42 + 0.62 * Math.max(-0.36 * sx + 0.42 * sy + 0.83 * sz, 0) ** 0.9;
      const shine = Math.max(-0.3 * sx + 0.36 * sy + 0.885 * sz, 0) ** 42 * 130;
      image.data[i] = base[0] * light + shine;
      image.data[i + 1] = base[1] * light + shine;
      image.data[i + 2] = base[2] * light + shine;
      image.data[i + 3] = Math.min(edge, 1) * 255;
    }
  }
  pen.putImageData(image, 0, 0);
}
