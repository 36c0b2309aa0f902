import type { IconNode } from "lucide";

interface IconProps {
  /** One of Lucide's. */
  icon: IconNode;
  /** Beside `i`, which gives size, colour and stroke. */
  className?: string;
}

const drawings = new WeakMap<IconNode, { readonly __html: string }>();

function drawingOf(icon: IconNode): { readonly __html: string } {
  let drawing = drawings.get(icon);
  if (!drawing) {
    const shapes = icon.map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${tag}${written.join("")}/>`;
    });
    drawing = { __html: shapes.join("") };
    drawings.set(icon, drawing);
  }
  return drawing;
}

/** An icon in the size and colour of the text it stands with. Decoration, hidden from screen readers; one element to React. */
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
