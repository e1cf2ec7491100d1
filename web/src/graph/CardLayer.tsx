import { useEffect, useLayoutEffect, useState } from 'react';
import { Cards } from './cards';
import { cardAreaFor, cardZoom, isSameArea } from './area';
import type { Picture } from './paint';
import type { Rectangle } from './scene';
import type { Camera } from './useCamera';

interface CardLayerProps {
  camera: Camera;
  picture: Picture;
}

// CardLayer keeps the cards near the view in the flow; none below the zoom at which names can be read. It follows the
// viewport in small steps, so that no single frame has to render many cards, and renders nothing else.
export function CardLayer({ camera, picture }: CardLayerProps) {
  const { area: drawn, flow, size, subscribe } = camera;
  const [cards] = useState(() => new Cards());
  const [area, setArea] = useState<Rectangle>();

  useEffect(() => {
    if (drawn.zoom < cardZoom) {
      setArea(undefined);
      return;
    }
    return subscribe((viewport) => {
      const next = cardAreaFor(viewport, size, drawn.zoom);
      setArea((old) => (old && isSameArea(old, next) ? old : next));
    });
  }, [drawn, size, subscribe]);

  useLayoutEffect(() => {
    flow.setNodes(area ? cards.in(area, picture) : []);
  }, [flow, cards, area, picture]);

  return null;
}
