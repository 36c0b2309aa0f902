import type { IconNode } from "lucide";

interface IconProps {
  icon: IconNode;
  className?: string;
}

const drawings = new WeakMap<IconNode, { readonly __html: string }>();

function drawingOf(icon: IconNode): { readonly __html: string } {
  let drawing = drawings.get(icon);
  if (!drawing) {
    const shapes = icon.map(([tag, attributes]) => {
      const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${tag}${pairs.join("")}/>`;
    });
    drawing = { __html: shapes.join("") };
    drawings.set(icon, drawing);
  }
  return drawing;
}

/** A Lucide icon in the text's size and colour, hidden from screen readers. Set as HTML, so that React handles one element. */
export function Icon({ icon, className }: IconProps) {
  return (
    <svg
      className={className ? `i ${className}` : "i"}
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={drawingOf(icon)}
    />
  );
}
