import type { CardNode } from './NodeCard';
import type { CardLook } from './look';
import type { Picture } from './paint';
import { type Rectangle, nodeBox, overlaps } from './scene';

// Cards makes the cards of nodes. A card that looks as before is the same object, so that a pan renders only the cards
// that come into view.
export class Cards {
  private known = new Map<string, CardNode>();

  // in returns the cards of the nodes in an area.
  in(area: Rectangle, picture: Picture): CardNode[] {
    const { scene } = picture;
    const cards = scene.nodes.filter((node) => overlaps(nodeBox(node, scene), area)).map((node) => this.card(node, picture));
    this.known = new Map(cards.map((card) => [card.id, card]));
    return cards;
  }

  // Sizes are given, so that nothing has to be measured.
  private card(node: CardNode['data']['node'], { scene, looks, matched, selected }: Picture): CardNode {
    const data = {
      node,
      look: looks.get(node.id),
      hue: scene.hues.get(node.locationName) ?? 0,
      isSoft: matched !== undefined && !matched.has(node.id),
      isSelected: node.id === selected,
    };
    const known = this.known.get(node.id);
    if (known && isSame(known.data, data)) return known;
    const { nodeWidth: width, nodeHeight: height } = scene;
    return { id: node.id, type: 'card', position: { x: node.x, y: node.y }, width, height, measured: { width, height }, data };
  }
}

const isSame = (a: CardNode['data'], b: CardNode['data']) =>
  a.node === b.node && isSameLook(a.look, b.look) && a.hue === b.hue && a.isSoft === b.isSoft && a.isSelected === b.isSelected;

// Every result of a run makes new looks, most of which are equal.
const isSameLook = (a: CardLook | undefined, b: CardLook | undefined) =>
  a === b || (a !== undefined && b !== undefined && a.tone === b.tone && a.icon === b.icon && a.label === b.label && a.detail === b.detail && a.time === b.time);
