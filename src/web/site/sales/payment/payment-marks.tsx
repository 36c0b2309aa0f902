/** The word marks that stand on every VietQR code, as plain words: they say which apps can read it. On white in both themes. */
import styles from "./payment-code.module.css";

const red = "#c21f2b";
const blue = "#1c3f94";
const green = "#0b7a3b";

export function VietQrMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 78 18" role="img" aria-label="VietQR">
      <text y="15" fontSize="18" fontWeight="700" fontStyle="italic" textLength="77" lengthAdjust="spacingAndGlyphs">
        <tspan fill={red}>VIET</tspan>
        <tspan fill={blue}>QR</tspan>
      </text>
    </svg>
  );
}

export function NapasMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 92 18" role="img" aria-label="NAPAS 247">
      <text y="14" fontSize="17" fontWeight="700" textLength="90" lengthAdjust="spacingAndGlyphs">
        <tspan fill={blue}>napas</tspan>
        <tspan fill={green} dx="4" fontStyle="italic">
          247
        </tspan>
      </text>
    </svg>
  );
}
