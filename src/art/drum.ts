interface Drum {
  /** The group of the drum, around the origin. */
  svg: string;
  radius: number;
}

/** Returns the drum of a song's cover without its ground and waves. @param cover as drawn by `songCover` */
export function drumOf(cover: string): Drum {
  const [svg = "", radius] = /<g class="disc".*?<circle r="([\d.]+)".*?<\/g>/.exec(cover) ?? [];
  return { svg, radius: Number(radius ?? 1) };
}
