import type { IconNode } from "lucide";
import { Icon } from "../ui/icon.tsx";

export interface Benefit {
  icon: IconNode;
  title: string;
  text: string;
}

/** Lists selling points, each with its icon; the class lays them out. */
export function BenefitList({ benefits, className }: { benefits: readonly Benefit[]; className?: string }) {
  return (
    <ul className={className}>
      {benefits.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon icon={icon} />
          <b>{title}</b>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
