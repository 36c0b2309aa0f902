import { flock, star } from "#art/cover.ts";
import styles from "./greeting-record.module.css";

/** Of the languages that are learned here, and enough of them for the circle. */
const greetings = ["Hello", "Konnichiwa", "Nǐ hǎo", "Xin chào", "Hello", "Konnichiwa", "Nǐ hǎo"];
const wordRadius = 207;
const wordCircle = `M${-wordRadius} 0a${wordRadius} ${wordRadius} 0 1 1 ${2 * wordRadius} 0a${wordRadius} ${wordRadius} 0 1 1 ${-2 * wordRadius} 0`;
const birds = flock(8, 78);
const teeth = star(40, 172, 158);
const sun = star(16, 92, 30);

export function GreetingRecord() {
  return (
    <svg className={styles.record} viewBox="-270 -270 540 540" aria-hidden="true">
      <defs>
        <path id="greetings" d={wordCircle} />
      </defs>
      <g className="disc" fill="none" stroke="var(--art-line)">
        <circle r="268" fill="var(--art-disc)" stroke="none" />
        <circle r="264" strokeWidth="1.2" />
        <circle r="255" strokeWidth="9" pathLength="150" strokeDasharray=".36 .64" />
        <circle r="246" strokeWidth="1.2" />
        <circle r="190" strokeWidth="1.2" />
        <circle r="181" strokeWidth="5" pathLength="72" strokeDasharray="0 1" strokeLinecap="round" />
        <path d={teeth} fill="var(--art-line)" stroke="none" />
        <circle r="159" fill="var(--art-disc)" strokeWidth=".8" />
        <path d={birds} fill="var(--art-egg)" stroke="none" transform="scale(1.72)" />
        <circle r="110" strokeWidth=".8" />
        <circle r="104" fill="var(--art-wave-4)" strokeWidth="1.2" />
        <circle r="97" strokeWidth=".6" />
        <path d={sun} fill="var(--art-egg)" stroke="none" />
        <circle r="11" fill="var(--art-disc)" stroke="none" />
        <text className={styles.words} stroke="none" fill="var(--art-egg)">
          <textPath href="#greetings" textLength={Math.round(2 * Math.PI * wordRadius)}>
            {greetings.map((word) => `${word.replace(" ", "\u00a0")}\u00a0·\u00a0`).join("")}
          </textPath>
        </text>
      </g>
    </svg>
  );
}
