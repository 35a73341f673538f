// Where the table lies on the screen: lengthwise with the head on the left, or upright with the head below.

import type { Point, TableShape } from "../geometry";

export interface Frame {
  upright: boolean;
  /** Pixels per metre. */
  scale: number;
  /** Screen position of the table's centre, px. */
  centre: Point;
}

/** Outer size of the table with its rails, m. */
export function outerSize(table: TableShape): { length: number; width: number } {
  const edge = 2 * (table.cushion + table.rail);
  return { length: table.length + edge, width: table.width + edge };
}

/** The largest frame that shows the whole table in a box of that many pixels. */
export function fit(table: TableShape, width: number, height: number): Frame {
  const outer = outerSize(table);
  const lying = Math.min(width / outer.length, height / outer.width);
  const standing = Math.min(width / outer.width, height / outer.length);
  const upright = standing > lying;
  return { upright, scale: Math.max(upright ? standing : lying, 1), centre: [width / 2, height / 2] };
}

export function toScreen(frame: Frame, [x, y]: Point): Point {
  const { centre, scale } = frame;
  return frame.upright ? [centre[0] - y * scale, centre[1] - x * scale] : [centre[0] + x * scale, centre[1] - y * scale];
}

export function toTable(frame: Frame, [sx, sy]: Point): Point {
  const dx = (sx - frame.centre[0]) / frame.scale;
  const dy = (sy - frame.centre[1]) / frame.scale;
  return frame.upright ? [-dy, -dx] : [dx, -dy];
}

/** The same as an SVG transform for drawings in millimetres of the table frame. */
export function svgTransform(frame: Frame): string {
  const s = frame.scale / 1000;
  const [cx, cy] = frame.centre;
  return frame.upright ? `matrix(0 ${-s} ${-s} 0 ${cx} ${cy})` : `matrix(${s} 0 0 ${-s} ${cx} ${cy})`;
}
